import { expect, test } from 'vitest'
import { createAlerts } from './alert.tsx'

test('alerts are shown one after the other, each until it is closed', async () => {
  const alerts = createAlerts()
  const first = alerts.show('one')
  const second = alerts.show('two')
  expect(alerts.current()?.message).toBe('one')
  alerts.current()?.close()
  await first
  expect(alerts.current()?.message).toBe('two')
  alerts.current()?.close()
  await second
  expect(alerts.current()).toBeUndefined()
})

test('the same message is not said twice at once', async () => {
  const alerts = createAlerts()
  const both = Promise.all([
    alerts.show('Your session has expired. Please login again.'),
    alerts.show('Your session has expired. Please login again.'),
  ])
  alerts.current()?.close()
  await both
  expect(alerts.current()).toBeUndefined()
})
