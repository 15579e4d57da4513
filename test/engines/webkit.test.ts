import { isDeep } from '#test/support/depth.ts'
import { describeCustomersDay } from './customers-day.ts'
import { describeEngineersPhone } from './engineers-phone.ts'
import { describeJourneys } from './journeys.ts'
import { openWebKit } from './webkit.ts'

describeJourneys('WebKit', openWebKit)
// About 40 seconds: at full depth only.
if (isDeep) {
  describeCustomersDay('WebKit', openWebKit)
  describeEngineersPhone('WebKit', openWebKit)
}
