import { expect, test } from 'vitest'
import { answerPhotoForm } from './photo-form.server.ts'

test('Each photo of a form is kept, each under a key of its own', async () => {
  const form = new FormData()
  form.append('kind', 'after')
  for (let number = 1; number <= 7; number++) form.append('photo', new Blob([`${number}`]), `${number}.jpg`)
  const kept: string[] = []
  const answer = await answerPhotoForm({
    request: new Request('http://localhost/photos', { method: 'POST', body: form, headers: { Accept: 'application/json' } }),
    by: 'engineer',
    client: 'dan',
    back: '/',
    add: async ({ key, data }) => {
      kept.push(new TextDecoder().decode(data))
      return key
    },
    remove: async () => undefined,
  })
  const { ids } = (await answer.json()) as { ids: string[] }
  expect(kept).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  expect(new Set(ids).size).toBe(7)
})
