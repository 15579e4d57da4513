import type { ReactNode } from 'react'
import { useAuth } from '#app/features/accounts/auth-context.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { Button, ButtonLink, type ButtonLook } from '#app/ui/button.tsx'
import { BesideScene, type SceneName } from '#app/ui/drawings/scenes.tsx'
import { DrawingDefs, type SymbolId } from '#app/ui/drawings/symbols.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { CompanyDetails } from './footer.tsx'
import { Logo } from './logo.tsx'
import { PhoneLink } from './phone-link.tsx'
import { SkipLink } from './skip-link.tsx'
import { SignOut, ViewerLink } from './viewer-links.tsx'

/** The next thing to do, as a button. */
export interface NextStep {
  href: string
  label: string
  hint: string
  look?: ButtonLook
  /** Sends the page's form of this id instead. */
  form?: string
  /** The other answer, where `href` leads to one: sent with the page's form of this id. */
  other?: { label: string; form: string; intent: string }
}

interface QuietPageProps {
  children: ReactNode
  /** The bar's button on small screens: the next thing to do, or a call. Absent: no bar, since the page's own buttons come next. */
  next?: NextStep | 'call'
  /** Takes the place of `next` as long as a fee on the page is due (`data-fee`). */
  whileDue?: NextStep
  /** The customer should call now: the phone is red. */
  isUrgent?: boolean
  /** The drawing beside the words, for a page without other images. */
  scene?: SceneName
  /** The symbols this page uses besides the logo. */
  symbols?: readonly SymbolId[]
}

/**
 * The frame of pages after a booking and of accounts: the wordmark, the phone, and on small screens one bar with the next step. Nothing is
 * sold here, so there is no menu, and only the footer that the law requires.
 */
export function QuietPage({ children, next, whileDue, isUrgent = false, scene, symbols = [] }: QuietPageProps) {
  return (
    <>
      <SkipLink />
      <DrawingDefs symbols={['logo', ...symbols]} />
      <header className="top-0 z-5 tall:sticky border-b-2 border-ink bg-paper">
        <div className="mx-auto flex min-h-14 max-w-[1240px] flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1.5 md:gap-x-4 md:px-8 lg:min-h-18">
          <Logo />
          <div className="ml-auto flex items-center gap-x-4">
            <ViewerLinks className="hidden md:flex" />
            <PhoneLink look={isUrgent ? 'alarm' : 'outline'} className="key-small !px-3" />
          </div>
        </div>
      </header>
      <main id="main" className="mx-auto max-w-[1240px] px-4 py-8 md:px-8 md:py-12">
        {scene ? <BesideScene of={scene}>{children}</BesideScene> : children}
      </main>
      <LegalLine hasBar={next !== undefined} />
      {next && <NextBar next={next} whileDue={whileDue} isUrgent={isUrgent} />}
    </>
  )
}

/** The links of someone who is signed in. */
function ViewerLinks({ className }: { className: string }) {
  const { viewer } = useAuth()
  if (!viewer) return null
  return (
    <nav aria-label="Signed in" className={`site-nav gap-x-4 text-sm font-semibold ${className}`}>
      <ViewerLink role={viewer.role} />
      <SignOut />
    </nav>
  )
}

/** The company details and notices that the law requires on every page. */
function LegalLine({ hasBar }: { hasBar: boolean }) {
  return (
    <footer className={`site-footer mx-auto max-w-[1240px] px-4 text-sm text-muted md:px-8 ${hasBar ? 'pb-28 lg:pb-6' : 'pb-6'}`}>
      <div className="border-t border-line pt-3 [overflow-wrap:anywhere]">
        <ViewerLinks className="flex flex-wrap text-ink md:hidden" />
        <CompanyDetails />
        <p className="flex flex-wrap gap-x-4">
          <a href={'/contact' satisfies SitePath}>Contact</a>
          <a href={'/terms' satisfies SitePath}>Terms</a>
          <a href={'/privacy' satisfies SitePath}>Privacy</a>
          <a href={'/cookies' satisfies SitePath}>Cookies</a>
          <a href={'/accessibility' satisfies SitePath}>Accessibility</a>
        </p>
      </div>
    </footer>
  )
}

/**
 * One button, within reach of the thumb; wide screens have it in the page or the header. A live part: the pages that follow their booking
 * replace it as the next step changes (`follow-booking.script.ts`).
 */
function NextBar({ next, whileDue, isUrgent }: Pick<QuietPageProps, 'whileDue' | 'isUrgent'> & { next: NextStep | 'call' }) {
  const { emergencyPhone } = useDetails()
  const call: NextStep = {
    href: emergencyPhone.href,
    label: emergencyPhone.text,
    hint: 'Call free, day or night',
    look: isUrgent ? 'alarm' : 'ink',
  }
  const keys = [...(whileDue ? [whileDue] : []), next === 'call' ? call : next]
  return (
    <aside
      id="next"
      // A button that sends a form stays while the form is here: the address of a refused form is another step's.
      data-live={next !== 'call' && next.form ? undefined : ''}
      aria-label="What’s next"
      className="inset-x-0 bottom-0 z-6 min-h-[calc(80px+env(safe-area-inset-bottom))] tall:fixed border-t-2 border-ink bg-chalk px-3 pt-2 pb-[calc(10px+env(safe-area-inset-bottom))] focus-within:z-8 lg:hidden"
    >
      {keys.map(({ href, label, hint, look, form, other }) => {
        const className = `min-h-[60px] flex-col !gap-px ${other ? 'flex-1' : 'w-full'}`
        const words = (
          <>
            <span className="text-xl tracking-tight">{label}</span>
            <span className="text-xs font-normal">{hint}</span>
          </>
        )
        const key = form ? (
          <Button key={form} look={look} form={form} className={className}>
            {words}
          </Button>
        ) : (
          <ButtonLink key={href} look={look} href={href} className={className}>
            {words}
          </ButtonLink>
        )
        if (!other) return key
        return (
          <div key={href} className="flex flex-wrap gap-2">
            {key}
            <Button look="outline" form={other.form} name="intent" value={other.intent} className="min-h-[60px]">
              {other.label}
            </Button>
          </div>
        )
      })}
    </aside>
  )
}
