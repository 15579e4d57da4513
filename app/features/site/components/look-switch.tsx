import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { LocalStorage } from '#app/platform/device-storage.ts'

const looks = { phone: 'Auto', bright: 'Bright', dark: 'Dark' } as const
type Look = keyof typeof looks

/** Applies this phone's colour scheme before the first paint. Constant, and allowed by the response's nonce. */
export function ChosenLook() {
  const { nonce } = useRouteLoaderData<{ nonce?: string }>('root') ?? {}
  const script = `try{let l=localStorage.getItem('engineer-look');if(l)document.documentElement.dataset.look=l}catch{}`
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}

/** Switches an engineer's pages between light and dark; kept on the phone. */
export function LookSwitch() {
  const [look, setLook] = useState<Look>()
  useEffect(() => {
    const { look: chosen } = document.documentElement.dataset
    setLook(chosen === 'bright' || chosen === 'dark' ? chosen : 'phone')
  }, [])
  if (!look) return null
  return (
    <fieldset className="mt-10 border-t border-line pt-3">
      <legend className="sr-only">Look</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(looks) as Look[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={look === each}
            className={`min-h-12 min-w-16 flex-1 rounded-key border-2 px-1 font-semibold ${look === each ? 'border-ink bg-ink text-chalk' : 'border-ink'}`}
            onClick={() => {
              choose(each)
              setLook(each)
            }}
          >
            {looks[each]}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function choose(look: Look) {
  const { dataset } = document.documentElement
  if (look === 'phone') delete dataset.look
  else dataset.look = look
  try {
    const device: LocalStorage = localStorage
    if (look === 'phone') device.removeItem('engineer-look')
    else device.setItem('engineer-look', look)
  } catch {
    // The choice then lasts while the page is open.
  }
}
