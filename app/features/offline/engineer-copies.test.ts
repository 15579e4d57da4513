import { expect, it } from 'vitest'
import { filesIn, importsIn, isTurnedAway } from './engineer-copies.ts'
import { answererOf } from './kept-pages.ts'

it('What a page of an engineer names is found once each, and what its scripts import, now or later', () => {
  const html =
    '<link rel="stylesheet" href="/assets/staff-A1.css"/><link rel="modulepreload" href="/assets/job-B2.js"/><script>import("/assets/job-B2.js")</script><a href="/engineer">'
  expect(filesIn(html)).toEqual(['/assets/staff-A1.css', '/assets/job-B2.js'])
  const script = 'import{a}from"./chunk-C3.js";const d=["assets/later-D4.js"];i(()=>import(`./later-D4.js`),d)'
  expect(importsIn(script)).toEqual(['/assets/chunk-C3.js', '/assets/later-D4.js'])
  const routes = {
    board: { path: 'staff', module: '/assets/board-E5.js' },
    job: { path: 'engineer/jobs/:id', module: '/assets/job-B2.js' },
  }
  expect(importsIn(`window.__reactRouterManifest=${JSON.stringify({ routes })};`)).toEqual(['/assets/job-B2.js'])
})

it('Only pages of an engineer’s own jobs are kept for them', () => {
  for (const path of ['/engineer', '/engineer/jobs/1', '/engineer/jobs/1/no-access']) expect(answererOf(path)).toBe('engineer')
  for (const path of ['/engineer/acts', '/engineer/jobs/1.data', '/engineer.data', '/engineers', '/staff/engineers'])
    expect([path, answererOf(path) === 'engineer']).toEqual([path, false])
})

it('A user who is sent to sign in, or refused, is no longer the engineer', () => {
  const answer = { type: 'basic' as const, status: 200, redirected: false }
  expect(isTurnedAway(answer)).toBe(false)
  expect(isTurnedAway({ ...answer, status: 503 })).toBe(false)
  for (const turned of [{ status: 403 }, { status: 401 }, { redirected: true }, { type: 'opaqueredirect' as const, status: 0 }])
    expect(isTurnedAway({ ...answer, ...turned })).toBe(true)
})
