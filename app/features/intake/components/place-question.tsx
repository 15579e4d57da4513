import { useBoroughs, useDetails } from '#app/platform/published-context.ts'
import { Button } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { type FormView, unreadText } from '../form-view.ts'
import { fieldProps, isAskedFor, type StepProps } from './field-props.ts'

/** The postcode, or a borough if it is unknown, and whether we cover it. */
export function PlaceQuestion(props: StepProps) {
  const { answers } = props.view
  return (
    <>
      <div className="flex items-end gap-2 max-md:-mt-3">
        <div className="grow">
          <TextField
            {...fieldProps(props, 'postcode')}
            label="Where is it?"
            hint="Postcode, or just the first half"
            autoComplete="postal-code"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            autoFocus={isAskedFor(props.view, 'postcode')}
          />
        </div>
        <Button look="outline" name="go" value="show" className="hidden noscript:inline-flex">
          Check
        </Button>
      </div>
      <div className="flex min-h-11 flex-wrap content-center text-sm">
        <p aria-live="polite" className="py-1">
          {(answers.postcode || answers.borough) && <PlaceAnswer view={props.view} />}
        </p>
        {/* As high as the answer that replaces it. */}
        {(!answers.postcode || answers.borough) && (
          <details className="open:basis-full" open={answers.borough ? true : undefined}>
            <summary className="min-h-11 cursor-pointer py-2.5 underline">I don’t know it</summary>
            <Select {...fieldProps(props, 'borough')} label="Borough">
              <option value="">Choose your borough</option>
              {useBoroughs().map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </details>
        )}
        {props.view.remembered?.isOffered && !answers.postcode && (
          <button
            type="submit"
            name="go"
            value="details"
            className="ml-auto inline-flex min-h-11 cursor-pointer items-center font-bold underline"
          >
            Use my saved details
          </button>
        )}
      </div>
    </>
  )
}

/** The answer to a place as it is typed; nothing before the server has answered. */
function PlaceAnswer({ view: { options } }: { view: FormView }) {
  const { emergencyPhone } = useDetails()
  const place = options?.place
  if (!place) return null
  if (!place.postcodeRead) return unreadText(place.postcode)
  const name = [place.postcode, place.borough].filter(Boolean).join(', ')
  if (place.inArea) return <strong>{`We cover ${name}.`}</strong>
  return (
    <>
      {place.postcode || place.borough} is outside the boroughs we cover. You can book, but please call first:{' '}
      <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
        {emergencyPhone.text}
      </a>
    </>
  )
}
