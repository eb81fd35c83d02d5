import { expectPageAccessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'

// The checks that every other test relies on.

test('an uncaught error, an error in the console and a breach of the content policy are noticed', async ({ page, problems }) => {
  await page.goto('/login')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('planted uncaught error')
    })
    console.error('planted console error')
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
  })
  await expect.poll(() => problems.unexpected().length).toBe(3)
  problems.allow(/planted uncaught error/, /planted console error/, /Content Security Policy/)
  expect(problems.unexpected()).toEqual([])
})

test('a page that some people cannot use is noticed', { tag: '@full' }, async ({ page }) => {
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><img src="x.png"><input></main></html>')
  await expect(expectPageAccessible(page, { patienceMs: 10_000 })).rejects.toThrow(/image-alt[\s\S]*label/)
})
