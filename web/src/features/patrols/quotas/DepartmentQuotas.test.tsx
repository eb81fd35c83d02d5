// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { quotasSwitch, type PatrolRules } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { setSwitchedOff } from '../../../platform/features/features.ts'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { DepartmentQuotas } from './DepartmentQuotas.tsx'

const RULES: PatrolRules = { departmentId: 2, departmentName: 'LSPD', needsPresence: true, minutes: 240, ranks: [], version: 4 }
const THEIRS: PatrolRules = { ...RULES, minutes: 300, version: 5 }

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
})
afterEach(() => {
  cleanup()
  setSwitchedOff([])
  fetched.mockReset()
  onChanges.mockReset()
  vi.unstubAllGlobals()
})

const onChanges = vi.fn<(changes: number) => void>()
const page = (rules: PatrolRules) => (
  <ThemeProvider portalTheme="cad-light-theme">
    <DepartmentQuotas rules={rules} period="week" onChanges={onChanges} />
  </ThemeProvider>
)
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Hours each week/ })
const button = (name: string) => screen.getByRole('button', { name })
const sent = () => fetched.mock.calls.filter(([, { method }]) => method === 'PUT').map(([, { body }]) => JSON.parse(body as string))
const focused = () => document.activeElement

/** Someone else saved 5 hours while 9 were typed here. */
async function conflict() {
  fetched.mockImplementation(async () =>
    Response.json({ code: 'conflict', message: 'It has changed since you opened it' }, { status: 409 }),
  )
  const { rerender } = render(page(RULES))
  fireEvent.change(field(), { target: { value: '9' } })
  fireEvent.click(button('Save'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  rerender(page(THEIRS))
  return screen.findByText(/Someone else has changed the quotas of LSPD/)
}

test('after a conflict there is one message, the typed values stay, and saving again does not overwrite', async () => {
  await conflict()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(field().value).toBe('9')
  fireEvent.click(button('Save'))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(({ version }) => version)).toEqual([4, 4])
})

test('keeping one’s own saves over the other version, and the focus is on Save', async () => {
  await conflict()
  fireEvent.click(button('Keep mine'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(focused()).toBe(button('Save'))
  fetched.mockImplementation(async () => Response.json({ ...THEIRS, minutes: 540, version: 6 }))
  fireEvent.click(button('Save'))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject({ minutes: 540, version: 5 })
  expect(button('Save').hasAttribute('disabled')).toBe(false)
  expect(focused()).toBe(button('Save'))
})

test('loading theirs shows them, and the focus is in the first field', async () => {
  await conflict()
  fireEvent.click(button('Use theirs'))
  expect(field().value).toBe('5')
  expect(focused()).toBe(field())
})

test('the page knows of hours that are not saved, until they are saved or discarded', async () => {
  render(page(RULES))
  expect(onChanges).not.toHaveBeenCalled()
  fireEvent.change(field(), { target: { value: '9' } })
  expect(onChanges).toHaveBeenLastCalledWith(1)
  fireEvent.click(button('Discard'))
  expect(onChanges).toHaveBeenLastCalledWith(0)
  fireEvent.change(field(), { target: { value: '5' } })
  expect(onChanges).toHaveBeenLastCalledWith(1)
  fetched.mockImplementation(async () => Response.json(THEIRS))
  fireEvent.click(button('Save'))
  await waitFor(() => expect(onChanges).toHaveBeenLastCalledWith(0))
})

test('while quotas are switched off only presence is asked for, and the hours that are set are sent back as they were', async () => {
  setSwitchedOff([quotasSwitch.key])
  fetched.mockImplementation(async () => Response.json({ ...RULES, needsPresence: false, version: 5 }))
  render(page(RULES))
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('switch'))
  fireEvent.click(button('Discard'))
  expect(focused()).toBe(button('Save'))
  fireEvent.click(screen.getByRole('switch'))
  fireEvent.click(button('Save'))
  await waitFor(() => expect(sent()).toEqual([{ needsPresence: false, minutes: 240, ranks: [], version: 4 }]))
})
