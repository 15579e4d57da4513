import { openFirefox } from './firefox.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('Firefox', openFirefox)
