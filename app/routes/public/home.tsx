import { Page, PhoneLink } from '#app/features/shell/components/page.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

export const meta = () => [
  { title: 'Emergency Plumbers London' },
  {
    name: 'description',
    content: 'Emergency plumbers and boiler repair in London, day and night. Ring 0800 644 2633 or book online in four short steps.',
  },
]

export default function Home() {
  return (
    <Page>
      <h1 className="max-w-[12em] text-3xl leading-[0.95] tracking-[-0.035em]">Emergency plumbers in London, day and night</h1>
      <p className="mt-4 max-w-[31em] text-lg">Burst pipe, no heating, blocked drain: ring us, or book online. No account is needed.</p>
      <div className="mt-6 flex flex-col gap-3 md:flex-row">
        <PhoneLink className="min-h-[62px] text-2xl" />
        <ButtonLink href="/book" className="min-h-[62px]">
          Book in 60 sec
        </ButtonLink>
      </div>
      <p className="mt-6">
        <a href="/gas-emergency" className="inline-flex min-h-11 items-center font-bold">
          Do you smell gas? What to do now
        </a>
      </p>
    </Page>
  )
}
