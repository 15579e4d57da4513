import { useEffect, useState } from 'react'
import { Button, ButtonLink } from '#app/ui/button.tsx'

/**
 * New recovery codes, shown once: to copy, save as a file, print or write down. The file needs no script; buttons that do appear in
 * reserved space.
 */
export function RecoveryCodeList({ codes, backHref }: { codes: readonly string[]; backHref: string }) {
  const [said, setSaid] = useState('')
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  const shown = codes.map(inFours)
  const file = `Recovery codes, Emergency Plumbers London\r\nEach works once, in place of a code from your app or phone.\r\n\r\n${shown.join('\r\n')}\r\n`
  async function copy() {
    const done = await navigator.clipboard.writeText(shown.join('\n')).then(
      () => true,
      () => false,
    )
    setSaid(
      done ? 'Copied. Paste them somewhere safe now.' : 'Your browser won’t let us copy them. Please save the file, or write them down.',
    )
  }
  const withScript = isHydrated ? '' : 'invisible'
  return (
    <>
      <p className="mt-4 hidden font-bold print:block">Emergency Plumbers London</p>
      <ol className="mt-5 grid grid-cols-1 gap-x-8 border-2 border-ink bg-cream px-5 py-3 min-[400px]:grid-cols-2">
        {shown.map((code) => (
          <li key={code} className="py-1 text-lg font-bold tracking-wide">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <ButtonLink
          look="outline"
          className="key-small"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes-emergency-plumbers-london.txt"
        >
          Save as a file
        </ButtonLink>
        <Button type="button" look="outline" className={`key-small ${withScript}`} onClick={copy}>
          Copy
        </Button>
        <Button type="button" look="outline" className={`key-small ${withScript}`} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-6 print:hidden">
        {said}
      </p>
      <p className="mt-4 print:hidden">
        <ButtonLink href={backHref} className="w-full">
          I’ve saved them
        </ButtonLink>
      </p>
    </>
  )
}

const inFours = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? text
