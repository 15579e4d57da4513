import { counted } from '#app/platform/next-text.ts'
import { Button } from '#app/ui/button.tsx'
import { ChoiceGroup, TextArea, TextField } from '#app/ui/field.tsx'
import { Option } from '#app/ui/option.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { OwnReview } from '../read-own-review.server.ts'
import { longestName, longestReview } from '../review-rules.ts'

const meanings = { 5: 'Excellent', 4: 'Good', 3: 'OK', 2: 'Poor', 1: 'Bad' } as const

interface ReviewFormProps {
  review: OwnReview
  /** As typed, if the form was refused. */
  typed?: Partial<OwnReview['written']>
  problems?: Readonly<Record<string, string>>
}

/** Stars and words about a visit, by its customer. */
export function ReviewForm({ review: { written, area, state }, typed, problems = {} }: ReviewFormProps) {
  const { stars, text, name, mayPublish } = { ...written, ...typed }
  return (
    <form method="post" noValidate>
      <input type="hidden" name="intent" value="save" />
      <ChoiceGroup name="stars" label="How did we do?" problem={problems.stars}>
        {[5, 4, 3, 2, 1].map((each) => (
          <Option
            key={each}
            name="stars"
            value={each}
            title={counted(each, 'star')}
            figure={meanings[each as keyof typeof meanings]}
            defaultChecked={stars === String(each)}
          />
        ))}
      </ChoiceGroup>
      <TextArea
        name="text"
        label="In your own words"
        optional
        hint="What went well, and what didn’t. Please don’t name anyone."
        maxLength={longestReview}
        rows={6}
        defaultValue={text}
        problem={problems.text}
      />
      <ChoiceGroup name="mayPublish" label="May we show your words on our website?" problem={problems.mayPublish}>
        <Option name="mayPublish" value="yes" title="Yes, with my first name and area" defaultChecked={mayPublish === 'yes'}>
          {area ? `Your area is shown as ${area}, never your address.` : 'Your address is never shown.'}
        </Option>
        <Option name="mayPublish" value="no" title="No, only count my stars" defaultChecked={mayPublish === 'no'}>
          Your stars count in our average, but your words aren’t shown.
        </Option>
      </ChoiceGroup>
      <TextField
        name="name"
        label="First name to show"
        optional
        autoComplete="given-name"
        maxLength={longestName}
        defaultValue={name}
        problem={problems.name}
      />
      <p className="mt-5">
        We publish every review straight away, as you wrote it. You can change or withdraw yours here at any time.{' '}
        <a href={'/reviews#how' satisfies SitePath}>How we collect reviews</a>
      </p>
      <Button className="mt-4">{state === 'none' ? 'Publish my review' : 'Save my review'}</Button>
    </form>
  )
}

/** Withdraws a review that is shown or was removed. */
export const WithdrawReview = () => (
  <details className="mt-8">
    <summary className="min-h-11 cursor-pointer py-2.5 font-bold">Withdraw my review</summary>
    <p>Your stars and words will no longer be shown or counted. Our reviews page says how many reviews were withdrawn by their writers.</p>
    <form method="post" className="mt-3">
      <input type="hidden" name="intent" value="withdraw" />
      <Button look="outline" className="key-small">
        Withdraw it
      </Button>
    </form>
  </details>
)

/** On a booking's page once its visit is over: the way to its review. `path`: of the review. */
export const ReviewLink = ({ state, path }: { state: OwnReview['state']; path: string }) => (
  <section className="mt-8">
    <h2 className="text-xl">{state === 'none' ? 'How did we do?' : 'Your review'}</h2>
    <p className="mt-1">
      <a href={path} className="inline-flex min-h-11 items-center font-bold">
        {state === 'none' ? 'Review your visit' : 'See, change or withdraw your review'}
      </a>
    </p>
  </section>
)
