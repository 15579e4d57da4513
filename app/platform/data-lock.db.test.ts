import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshDataDir, openInstance, spawnInstance } from '#test/support/instance.ts'
import { bookingBody } from '#test/support/world.ts'
import { DataDirInUse, lockDataDir } from './data-lock.ts'

const submit = async (url: string, key: string) => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const response = await fetch(`${url}/functions/v1/submit-booking`, { method: 'POST', headers, body: JSON.stringify(bookingBody()) })
  return { status: response.status, answer: (await response.json()) as { reference: string } }
}

describe('A data directory', () => {
  test('belongs to one at a time, and is free again when it lets go', () => {
    const folder = freshDataDir()
    const release = lockDataDir(folder)
    expect(() => lockDataDir(folder)).toThrow(DataDirInUse)
    expect(() => lockDataDir(folder)).toThrow(folder)
    release()
    lockDataDir(folder)()
  })

  test('is made where there is none, readable by its owner only', () => {
    const folder = join(freshDataDir(), 'deep/data')
    const release = lockDataDir(folder)
    expect(existsSync(folder)).toBe(true)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    release()
  })

  test('does not keep others from theirs', () => {
    const [one, two] = [lockDataDir(freshDataDir()), lockDataDir(freshDataDir())]
    one()
    two()
  })
})

describe('A second server on the same data', () => {
  test('is refused with one clear line, and the first goes on', async () => {
    const env = { DATA_DIR: freshDataDir() }
    const first = await openInstance(env)
    const second = await spawnInstance(env)
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.stderr()).toBe(`Another process already uses the data in ${env.DATA_DIR}. Stop it, or set DATA_DIR to another folder.\n`)
    expect(second.stdout()).toBe('')
    expect((await submit(first.url, 'after-the-refusal')).status).toBe(201)
  })

  test('starts at once when the first was killed, and has its bookings', async () => {
    const env = { DATA_DIR: freshDataDir() }
    const first = await openInstance(env)
    const booked = await submit(first.url, 'kept')
    expect(booked.status).toBe(201)
    first.process.kill('SIGKILL')
    expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' })
    const second = await openInstance(env)
    expect(await submit(second.url, 'kept')).toEqual({
      status: 200,
      answer: { ...booked.answer, trackingUrl: expect.stringContaining('/track/') },
    })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('starts at once when the first was stopped by %s', async (signal) => {
    const env = { DATA_DIR: freshDataDir() }
    const first = await openInstance(env)
    first.process.kill(signal)
    expect(await first.ended).toEqual({ code: 0, signal: null })
    await openInstance(env)
  })
})
