import { describeJourneys } from './journeys.ts'
import { openWebKit } from './webkit.ts'

describeJourneys('WebKit', openWebKit)
