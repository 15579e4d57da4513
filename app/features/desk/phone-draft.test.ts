// @module-tag never-again
import { afterEach, expect, it, vi } from 'vitest'
import { phoneDraftHours } from '#content/device-storage.ts'
import { forgetPhoneDraft, keepPhoneDraft, readPhoneDraft } from './phone-draft.ts'

/** A device's local storage. */
const device = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => device.get(name) ?? null,
  setItem: (name: string, value: string) => void device.set(name, value),
  removeItem: (name: string) => void device.delete(name),
})
afterEach(() => {
  vi.useRealTimers()
  device.clear()
})

const key = Buffer.alloc(32, 1).toString('base64url')
const fields = { name: 'Edith Okafor', phone: '07700 900871' }

it('can be read again by the user who typed it, and is not readable on the device', async () => {
  await keepPhoneDraft(key, fields)
  expect((await readPhoneDraft(key))?.fields).toEqual(fields)
  const kept = Buffer.from(device.get('phone-booking') ?? '', 'base64').toString('latin1')
  expect(kept).not.toContain('Edith')
})

it('is given to no one else, and is gone once someone else has looked', async () => {
  await keepPhoneDraft(key, fields)
  expect(await readPhoneDraft(Buffer.alloc(32, 2).toString('base64url'))).toBeUndefined()
  expect(device.size).toBe(0)
})

it('is gone after a shift, and once it is forgotten, also where it was just being kept', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await keepPhoneDraft(key, fields)
  vi.advanceTimersByTime(phoneDraftHours * 3_600_000)
  expect(await readPhoneDraft(key)).toBeUndefined()
  expect(device.size).toBe(0)
  const keeping = keepPhoneDraft(key, fields)
  forgetPhoneDraft()
  await keeping
  expect(device.size).toBe(0)
})
