import stylesheet from '#app/dev.css?url'
import { Page } from '#app/features/site/components/page.tsx'
import { privateMeta } from '#app/platform/public-page.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Carousel, Slide } from '#app/ui/carousel.tsx'
import DevToasts from '#app/ui/dev-toasts.island.tsx'
import DevTooltips from '#app/ui/dev-tooltips.island.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { ChoiceGroup, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { Figures } from '#app/ui/figures.tsx'
import icon from '#app/ui/icon.svg?url'
import { Picture } from '#app/ui/image.tsx'
import { Island } from '#app/ui/island.tsx'
import { Nameplate } from '#app/ui/nameplate.tsx'
import { Option } from '#app/ui/option.tsx'
import { RouteLine } from '#app/ui/route-line.tsx'
import { Section } from '#app/ui/section.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Table } from '#app/ui/table.tsx'
import { TearLine } from '#app/ui/ticket.tsx'
import { TileRadio } from '#app/ui/tile.tsx'
import { TileLink, Tiles } from '#app/ui/tile-links.tsx'
import type { SitePath } from '#app/values/site-path.ts'

export const meta = () => privateMeta('Components')

/** Every primitive of app/ui in every state. */
export default function Look() {
  return (
    <Page>
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <Breadcrumb
        crumbs={[{ label: 'Home', href: '/' }, { label: 'Mailbox', href: '/dev/mailbox' satisfies SitePath }, { label: 'Components' }]}
      />
      <h1 className="text-3xl">Components</h1>
      <Buttons />
      <Fields />
      <Choices />
      <Strips />
      <Rows />
      <Carousels />
      <Lines />
      <Pictures />
      <Overlays />
    </Page>
  )
}

function Buttons() {
  return (
    <Section
      id="buttons"
      title="Buttons"
      lead="Red is for the phone and for Red Line. Ink is for the next step. An outline is for everything else."
    >
      <div className="flex flex-wrap gap-3">
        <Button look="alarm">Alarm</Button>
        <Button>Ink</Button>
        <Button look="outline">Outline</Button>
        <ButtonLink href="#fields">A link</ButtonLink>
        <ButtonLink href="#fields" look="outline">
          A link in outline
        </ButtonLink>
      </div>
    </Section>
  )
}

function Fields() {
  return (
    <Section id="fields" title="Fields" band>
      <div className="max-w-[40em]">
        <ErrorSummary problems={[{ field: 'wrong', text: 'Please enter a number' }, { text: 'This one is about the whole form' }]} />
        <TextField name="plain" label="Plain" />
        <TextField name="hinted" label="With a hint" hint="Shown before you ask" optional />
        <TextField name="wrong" label="With a problem" hint="Digits only" problem="Please enter a number" defaultValue="twelve" />
        <TextArea name="long" label="Several lines" hint="Whatever helps" optional />
        <TextArea name="long-wrong" label="Several lines with a problem" problem="Please enter less" defaultValue="Too much" />
        <Select name="list" label="A list">
          <option>The first</option>
          <option>The second</option>
        </Select>
        <Select name="list-wrong" label="A list with a problem" problem="Please choose one">
          <option value="">Not chosen</option>
        </Select>
      </div>
    </Section>
  )
}

function Choices() {
  return (
    <Section id="choices" title="Choices">
      <div className="max-w-[40em]">
        <ChoiceGroup name="speed" label="Options" hint="The whole row is the target">
          <Option name="speed" value="1" title="Chosen" figure="no extra fee" defaultChecked>
            With a line of text.
          </Option>
          <Option name="speed" value="2" title="Urgent" figure="+ £29.99" urgent>
            Red border, pink when selected.
          </Option>
          <Option name="speed" value="3" title="Unavailable" figure="SOLD OUT" disabled>
            Says why.
          </Option>
        </ChoiceGroup>
        <ChoiceGroup name="urgent" label="An urgent one that is chosen">
          <Option name="urgent" value="1" title="Urgent" figure="+ £29.99" urgent defaultChecked />
        </ChoiceGroup>
        <ChoiceGroup name="choice-wrong" label="A group with a problem" problem="Please choose one">
          <Option name="choice-wrong" value="1" title="One" />
        </ChoiceGroup>
        <ChoiceGroup name="kind" label="Tiles to choose from">
          <div className="mt-2">
            <Tiles>
              {['Drip', 'Drop', 'Flood'].map((title, at) => (
                <TileRadio key={title} name="kind" value={title} title={title} wash={washes[at]} defaultChecked={at === 0}>
                  <Drawing />
                </TileRadio>
              ))}
            </Tiles>
          </div>
        </ChoiceGroup>
      </div>
    </Section>
  )
}

function Strips() {
  const names = ['Burst', 'Breakdown', 'Blocked', 'Leak', 'Overflow', 'Cold', 'Hot', 'Loose', 'Other']
  return (
    <Section id="tiles" title="Tiles and banner" band>
      <Tiles inOneRow>
        {names.map((name, at) => (
          <TileLink key={name} href="#tiles" title={name} text="about £150" wash={washes[at % 3]}>
            <Drawing />
          </TileLink>
        ))}
      </Tiles>
      <div className="mt-8">
        <Banner label="Example of a banner" action={<ButtonLink href="#tiles">Go on</ButtonLink>}>
          <p>
            <b>Two left</b> until 16:00
          </p>
        </Banner>
      </div>
    </Section>
  )
}

function Rows() {
  return (
    <Section id="tables" title="Tables and facts">
      <div className="grid gap-8 lg:grid-cols-2">
        <Table
          caption="Figures are on the right"
          head={['What', 'Price', 'With VAT']}
          rows={[
            { id: 'a', cells: ['A washer', '£4.00', '£4.80'] },
            { id: 'b', cells: ['A valve that is long to name', '£1,240.00', '£1,488.00'] },
          ]}
        />
        <Table
          caption="Dates are on the left"
          align="left"
          head={['Step', 'When']}
          rows={[
            { id: 'a', cells: ['Asked', '20 November 2026'] },
            { id: 'b', cells: ['Answered', '21 November 2026'] },
          ]}
        />
        <Facts>
          <Fact label="Name">A. Name</Fact>
          <Fact
            label="Where"
            action={
              <a href="#tables" className="inline-flex min-h-11 items-center">
                Change
              </a>
            }
          >
            {'1 Street\nE1 1AA'}
          </Fact>
        </Facts>
        <div aria-busy="true">
          <p className="sr-only">Loading</p>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-3 h-24 w-full" />
        </div>
      </div>
    </Section>
  )
}

function Carousels() {
  return (
    <Section id="carousels" title="Carousels" band>
      <Carousel id="three" label="Three slides" noun="Slide">
        {slides(3)}
      </Carousel>
      <div className="mt-8">
        <Carousel id="seven" label="Seven slides that advance automatically" noun="Slide" everyMs={6_000}>
          {slides(7)}
        </Carousel>
      </div>
    </Section>
  )
}

const slides = (count: number) =>
  Array.from({ length: count }, (_, at) => (
    <Slide key={names[at]}>
      <TearLine>
        <span>{names[at]}</span>
        <span>East</span>
      </TearLine>
      <p className="grow px-4 pt-4 pb-2 text-xl leading-snug">Some words about slide {at + 1} that take more than a line.</p>
      <p className="px-4 pb-3.5 text-sm">
        <b>A customer</b>, a day ago
      </p>
    </Slide>
  ))
const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh']

function Lines() {
  const steps = ['Call', 'We confirm', 'You see us on the way', 'Fixed']
  return (
    <Section id="lines" title="Lines, ticket and figures">
      <RouteLine alarm stations={steps.map((title) => ({ id: title, title, text: 'A line of text about it.' }))} />
      <div className="mt-10">
        <RouteLine
          stations={[
            { id: '1', title: 'Booked', text: 'At 10:20', state: 'done' },
            { id: '2', title: 'On the way', text: 'Since 10:35', state: 'live', mark: <Mark /> },
            { id: '3', title: 'At your door', text: 'By 10:50', state: 'todo' },
            { id: '4', title: 'Done', state: 'todo' },
          ]}
        />
      </div>
      <div className="mt-10 grid gap-8 lg:grid-cols-2">
        <div>
          <RouteLine
            down
            alarm
            stations={[
              { id: '1', title: 'Booked', state: 'done' },
              { id: '2', title: 'On the way', state: 'live', mark: <Mark /> },
              { id: '3', title: 'At your door', state: 'todo' },
            ]}
          />
        </div>
      </div>
      <div className="mt-10">
        <Figures
          figures={[
            { id: '1', figure: '60 min', text: 'or less to your door' },
            { id: '2', figure: '96%', text: 'first-visit fix' },
            { id: '3', figure: '12 months', text: 'workmanship guaranteed' },
            { id: '4', figure: '£50', text: 'off if we miss the window' },
            { id: '5', figure: '£2M', text: 'liability' },
            { id: '6', figure: '7 days', text: 'to ask for a refund' },
          ]}
        />
      </div>
      <div className="mt-8 flex flex-wrap items-start gap-3">
        <Nameplate name="Whitechapel Rd" code="E1" note="Tower Hamlets" />
        <Nameplate name="Hackney" code="E8" href="#lines" />
      </div>
    </Section>
  )
}

function Pictures() {
  return (
    <Section id="pictures" title="Pictures" band>
      <div className="grid max-w-[40em] grid-cols-2 items-start gap-4">
        <Picture src={icon} width={64} height={64} alt="A handwheel" />
        <Picture src={icon} width={64} height={64} ratio="4:3" alt="A handwheel, cut to four by three" />
        <Picture src="data:image/png;base64,AAAA" width={400} height={300} alt="A picture that cannot be read" />
        <Picture src="data:image/png;base64,AAAA" width={400} height={300} ratio="1:1" alt="A square that cannot be read" />
      </div>
    </Section>
  )
}

function Overlays() {
  return (
    <Section id="overlays" title="Dialog, toasts and tooltips">
      <div className="grid gap-6">
        <div>
          <Button type="button" command="show-modal" commandfor="example">
            Open the dialog
          </Button>
        </div>
        <Island name="dev-toasts" of={DevToasts} when="visible" props={{}} />
        <Island name="dev-tooltips" of={DevTooltips} when="visible" props={{}} />
      </div>
      <Dialog id="example" title="A dialog">
        <p>Close it with its button, the Escape key or the backdrop.</p>
        <TextField name="inside" label="A field in it" />
        <div className="mt-5">
          <Island name="dev-toasts" of={DevToasts} when="visible" props={{}} />
        </div>
      </Dialog>
    </Section>
  )
}

const washes = ['bg-cream', 'bg-alarm-wash', 'bg-ok-wash']

/** Placeholder for a drawing. */
function Drawing() {
  return (
    <svg viewBox="0 0 80 60" aria-hidden="true" className="block w-full fill-none stroke-ink">
      <path d="M0 22h44v38" strokeWidth="13" />
      <path d="M0 22h44v38" className="stroke-white" strokeWidth="8" />
    </svg>
  )
}

/** Placeholder for the marker that moves along a line. */
function Mark() {
  return (
    <svg viewBox="0 0 66 36" aria-hidden="true" className="w-16 fill-chalk stroke-ink" strokeWidth="2.5">
      <path d="M2 4h38v26H2zM40 12h14l10 10v8H40z" />
      <circle cx="16" cy="30" r="5" />
      <circle cx="50" cy="30" r="5" />
    </svg>
  )
}
