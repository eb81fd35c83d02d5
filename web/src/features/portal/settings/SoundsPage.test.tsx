// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { SOUND_SETTINGS, type SettingState } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, showDiscord, userWith } from '../../community/discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { makeSound } from './sound-file.ts'
import { SoundsPage } from './SoundsPage.tsx'

const heard = vi.hoisted(() => vi.fn())
vi.mock('./sound-file.ts', () => ({ makeSound: vi.fn() }))
vi.mock('../../../platform/sounds/community-sounds.ts', () => ({
  samplesOf: async (digest: string) => digest,
  watchCommunitySounds: () => () => {},
}))
vi.mock('../../../platform/sounds/sounds.ts', () => ({ keepSoundsReady: () => () => {}, demonstrateSound: heard }))
vi.mock('../../../platform/realtime/realtime.ts', () => ({ subscribe: () => () => {} }))
afterEach(tearDown)

const DIGEST = 'A'.repeat(22)
const stateOf = (key: string, value = ''): SettingState => ({
  key,
  value,
  source: value === '' ? 'default' : 'portal',
  version: value === '' ? 0 : 3,
  changedAt: null,
  changedBy: null,
})
const states = (own: Readonly<Record<string, string>> = {}) => SOUND_SETTINGS.map(({ key }) => stateOf(key, own[key]))
const rowOf = (button: HTMLElement) => within(button.closest('form')!)
const choose = (label: string) => {
  const input = document.querySelectorAll<HTMLInputElement>('input[type="file"]')[SOUND_SETTINGS.findIndex(({ title }) => title === label)]!
  fireEvent.change(input, { target: { files: [new File(['x'], 'horn.mp3', { type: 'audio/mpeg' })] } })
}

test('a file is made ready and uploaded, can be heard before it is saved, and is saved for everybody then', async () => {
  vi.mocked(makeSound).mockResolvedValue({ file: new Blob(['wav'], { type: 'audio/wav' }), samples: new Float32Array() })
  heard.mockResolvedValue('played')
  const sent = answerWith({
    'GET /api/settings': states(),
    'POST /api/sounds': { digest: DIGEST },
    'PUT /api/settings/sounds.panic': stateOf('sounds.panic', DIGEST),
  })
  await showDiscord(<SoundsPage />, userWith('Admin'))
  await screen.findByText('Someone pressed their panic button')
  expect(screen.getAllByLabelText('Play the shipped sound')).toHaveLength(10)
  choose('Someone pressed their panic button')
  const play = await screen.findByLabelText('Play the chosen sound')
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
  fireEvent.click(play)
  await waitFor(() => expect(heard).toHaveBeenCalledWith('panic', DIGEST))
  fireEvent.submit(play.closest('form')!)
  await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ value: DIGEST, version: 0 }))
})

test('a file that does not decode is refused in words beside its sound, and nothing is uploaded', async () => {
  vi.mocked(makeSound).mockRejectedValue(new Error('The sound lasts 9.0 seconds: cut it to 5'))
  const sent = answerWith({ 'GET /api/settings': states() })
  await showDiscord(<SoundsPage />, userWith('Admin'))
  const [first] = await screen.findAllByLabelText('Play the shipped sound')
  choose('You have been sent to a call')
  expect(await rowOf(first!).findByText('The sound lasts 9.0 seconds: cut it to 5')).toBeTruthy()
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('with one click every sound is as shipped again', async () => {
  const sent = answerWith({ 'GET /api/settings': states({ 'sounds.tone': DIGEST, 'sounds.panic': DIGEST }) })
  await showDiscord(<SoundsPage />, userWith('Admin'))
  fireEvent.click(await screen.findByText('All as shipped'))
  await waitFor(() => expect(sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)[0]).toBe('/api/settings/sounds.tone'))
})
