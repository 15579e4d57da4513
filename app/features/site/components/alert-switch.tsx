import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { findHere, takeAlerts } from '#app/features/offline/alerts.ts'
import { keepOffline } from '#app/features/offline/register.ts'
import type { LocalStorage } from '#app/platform/device-storage.ts'
import { Button } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'

/** The state of alerts on this device. */
type Reach = 'on' | 'off' | 'install' | 'unsupported' | 'blocked' | 'no worker'

const reachTexts: Record<Reach, string> = {
  on: 'Alerts are on for this device.',
  off: 'Alerts are off for this device.',
  install:
    'On an iPhone or iPad, alerts only work from the home screen. Open your jobs or the board in Safari, and tap Share, then Add to Home Screen. Open it from there, and come back to this page.',
  unsupported: 'This browser can’t show alerts. Use Chrome, Edge, Firefox or Safari, and not a private window.',
  blocked:
    'Notifications from this website are blocked. Allow them in your browser’s settings for this website, then load this page again.',
  'no worker': 'This device isn’t ready for alerts yet. Load this page again in a minute. If it still isn’t ready, call the office.',
}

interface AlertSwitchProps {
  siteKey: string
  /** The ids of the devices that have alerts. */
  devices: readonly string[]
  /** Gets this device's id, if it is listed. */
  onHere(id: string | undefined): void
}

/** Says whether alerts reach this device, and switches them on. Absent until scripts run. */
export function AlertSwitch({ siteKey, devices, onHere }: AlertSwitchProps) {
  const [reach, setReach] = useState<Reach>()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { revalidate } = useRevalidator()
  const known = devices.join()
  useEffect(() => {
    let isOver = false
    void readReach().then((found) => {
      if (isOver) return
      setReach(found.reach)
      onHere(found.id && known.includes(found.id) ? found.id : undefined)
    })
    return () => {
      isOver = true
    }
  }, [known, onHere])
  if (!reach) return null
  async function switchOn() {
    setIsBusy(true)
    setProblem('')
    const refusal = await start(siteKey).catch(() => 'That didn’t work. Please try again.')
    setIsBusy(false)
    setProblem(refusal ?? '')
    if (refusal === undefined) await revalidate()
    else setReach((await readReach()).reach)
  }
  return (
    <div>
      <p role="status" className="font-bold">
        {reachTexts[reach]}
      </p>
      {reach === 'off' && (
        <Button type="button" look="ink" className="mt-4 w-full" aria-disabled={isBusy || undefined} onClick={() => !isBusy && switchOn()}>
          Switch on alerts
        </Button>
      )}
      <p role="alert" className="mt-2 font-bold text-alarm-text empty:hidden">
        {problem}
      </p>
    </div>
  )
}

async function readReach(): Promise<{ reach: Reach; id?: string }> {
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!canPush) return { reach: isApple && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'unsupported' }
  if (Notification.permission === 'denied') return { reach: 'blocked' }
  const manager = await readManager()
  if (!manager) return { reach: 'no worker' }
  const subscription = await manager.getSubscription()
  const id = subscription && Notification.permission === 'granted' ? await findHere(subscription).catch(() => undefined) : undefined
  return { reach: id ? 'on' : 'off', id }
}

/** Asks for permission, and subscribes. Returns why not, in words: '' if they said no. */
async function start(siteKey: string): Promise<string | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return ''
  const manager = await readManager()
  if (!manager) return reachTexts['no worker']
  // One that the site doesn't know may be of another key.
  await forgetHere()
  return (await takeAlerts(manager, siteKey)).message
}

/** This browser takes no more alerts. */
export async function forgetHere(): Promise<void> {
  await (await (await readManager())?.getSubscription())?.unsubscribe()
}

/** The longest that a first visit may take to get its service worker. */
const patienceMs = 10_000

async function readManager(): Promise<PushManager | undefined> {
  await keepOffline()
  const none = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
  return (await Promise.race([navigator.serviceWorker.ready, none]))?.pushManager
}

/** Says on an engineer's page that alerts don't reach this phone, until they close it. `hasAlerts`: one of their devices has them. */
export function AlertsOff({ hasAlerts }: { hasAlerts: boolean }) {
  const [isOff, setIsOff] = useState(false)
  useEffect(() => {
    void isOffHere(hasAlerts)
      .catch(() => false)
      .then(setIsOff)
  }, [hasAlerts])
  if (!isOff) return null
  const putAway = () => {
    setIsOff(false)
    const device: LocalStorage = localStorage
    device.setItem('alerts-put-away', 'yes')
  }
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-5 bg-lamp px-3">
      <span className="py-2 font-bold">Alerts are off on this phone.</span>
      <a href={'/account/alerts' satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
        Turn them on
      </a>
      <button type="button" onClick={putAway} className="min-h-12 cursor-pointer font-semibold underline">
        Not now
      </button>
    </p>
  )
}

async function isOffHere(hasAlerts: boolean): Promise<boolean> {
  const device: LocalStorage = localStorage
  if (device.getItem('alerts-put-away')) return false
  if (!hasAlerts || !('Notification' in window) || Notification.permission !== 'granted') return true
  const registration = await navigator.serviceWorker?.getRegistration()
  return !(await registration?.pushManager?.getSubscription())
}
