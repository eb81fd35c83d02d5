import {
  HEADERS,
  MAX_REGISTRATIONS_OF_ADDRESS,
  registrationOpen,
  type ListedRegistration,
  type PageOf,
  type Registration,
} from '@tenfour/contract'
import { expect, test } from 'vitest'
import { PASSWORD, startTestPortal } from '../../../testing/test-portal.ts'

const application = (over: { emailAddress: string; password?: string }) => ({ name: 'Vera', password: PASSWORD, ...over })

test('where the portal sends no mails, an address is limited by network, and staff see that nobody confirmed it', async () => {
  const quiet = await startTestPortal({ settingOverrides: { [registrationOpen.key]: true } })
  const emailAddress = 'owner@example.com'
  const send = (address: string, password = PASSWORD) =>
    quiet.http(undefined, undefined, { address }).post('/api/registration', application({ emailAddress, password }))
  for (let sent = 0; sent < MAX_REGISTRATIONS_OF_ADDRESS; sent += 1) expect((await send('10.1.0.1', 'of a stranger')).statusCode).toBe(200)
  expect((await send('10.1.0.1')).json()).toMatchObject({ code: 'too_many_attempts', field: 'emailAddress' })
  const own = await send('10.1.0.2')
  expect(own.json()).toMatchObject({ state: 'open' })
  const { registrationId } = (await (await quiet.as('admin')).get('/api/registrations')).json<PageOf<ListedRegistration>>().items.at(-1)!
  const found = (await (await quiet.as('admin')).get(`/api/registrations/${registrationId}`)).json<Registration>()
  expect(found).toMatchObject({ isAddressConfirmed: false, emailAddress })
  expect((await quiet.http(String(own.headers[HEADERS.token])).post('/api/registration/own/link', {})).statusCode).toBe(409)
  const opened = await quiet
    .http(undefined, undefined, { address: '10.1.0.2' })
    .post('/api/registration/sign-in', { emailAddress, password: PASSWORD })
  expect(opened.json()).toEqual(own.json())
  await quiet.close()
})

test('where the portal sends no mails, strangers from many networks keep nobody from applying, or from opening an application', async () => {
  const quiet = await startTestPortal({ settingOverrides: { [registrationOpen.key]: true } })
  const emailAddress = 'owner@example.com'
  const at = (address: string) => quiet.http(undefined, undefined, { address })
  const strangers = async (network: number) => {
    for (let sent = 0; sent < MAX_REGISTRATIONS_OF_ADDRESS; sent += 1)
      expect(
        (await at(`10.2.0.${network}`).post('/api/registration', application({ emailAddress, password: 'a stranger' }))).statusCode,
      ).toBe(200)
  }
  const open = (address: string) => at(address).post('/api/registration/sign-in', { emailAddress, password: PASSWORD })
  await strangers(1)
  const own = await at('10.1.0.1').post('/api/registration', application({ emailAddress }))
  expect(own.json()).toMatchObject({ state: 'open' })
  for (const network of [2, 3]) await strangers(network)
  expect((await open('10.9.0.1')).json(), 'elsewhere, with later ones of strangers').toEqual(own.json())

  const late = 'late@example.com'
  for (const network of [4, 5, 6])
    for (let sent = 0; sent < MAX_REGISTRATIONS_OF_ADDRESS; sent += 1)
      await at(`10.2.0.${network}`).post('/api/registration', application({ emailAddress: late, password: 'a stranger' }))
  const applied = await at('10.1.0.2').post('/api/registration', application({ emailAddress: late }))
  const opened = (address: string) => at(address).post('/api/registration/sign-in', { emailAddress: late, password: PASSWORD })
  expect((await opened('10.1.0.2')).json(), 'from their own network, after many of strangers').toEqual(applied.json())
  expect((await opened('10.9.0.2')).statusCode).toBe(401)
  const { id, version } = await quiet.db
    .selectFrom('registrations')
    .select(['id', 'version'])
    .where('email', '=', late)
    .where('address', '=', '10.1.0.2')
    .executeTakeFirstOrThrow()
  await (await quiet.as('admin')).post(`/api/registrations/${id}/ask`, { text: 'Which time zone?', version })
  expect((await opened('10.9.0.2')).json(), 'elsewhere, once staff have asked').toMatchObject({ state: 'asked' })
  await quiet.close()
})
