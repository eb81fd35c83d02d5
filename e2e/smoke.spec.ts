import { expectAccessible } from './support/accessible.ts'
import { signIn } from './support/session.ts'
import { expect, test } from './support/test.ts'

test('the portal is healthy and serves the page with its security headers', async ({ request }) => {
  const health = await request.get('/api/health')
  expect(await health.json()).toMatchObject({ live: true, ready: true })
  const page = await request.get('/login')
  expect(page.headers()['content-security-policy']).toContain("script-src 'self'")
})

test('a person signs in and lands on their home page', async ({ page, portal }) => {
  await signIn(page, portal.root)
  await expect(page).toHaveURL(`${portal.url}/user/home`)
  await expectAccessible(page)
})
