// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { MemberEffects } from '@tenfour/contract'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { answerWith, refusal, showDiscord, userWith } from '../discord/testing/show-discord.tsx'
import { ChangesPreview } from './ChangesPreview.port.tsx'

const NOTHING = { added: [], removed: [] }
const EFFECTS: MemberEffects = {
  isLinked: true,
  portal: { added: ['approve reports in LSPD'], removed: [] },
  discordRoles: { added: ['LSPD Sergeant'], removed: ['LSPD Officer II'] },
  nickname: { before: 'Officer R. Delgado', after: 'Sergeant R. Delgado' },
  whitelists: NOTHING,
  aceGroups: { added: ['group.lspd_supervisor on San Andreas I'], removed: [] },
  refusals: [],
}
const STAFF = userWith('Staff')
const PATH = 'POST /api/entitlements/preview'
const toRank = (rankId: number) => ({ userId: 7, rank: { departmentId: 2, rankId } })

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

/** As it is read, each line of the list. */
const lines = () =>
  [...document.querySelectorAll('dl > div')].map((each) => [...each.children].map(({ textContent }) => textContent).join(': '))

test('the preview shows additions and removals everywhere, and the parts that stay', async () => {
  answerWith({ [PATH]: EFFECTS })
  await showDiscord(<ChangesPreview change={toRank(12)} />, STAFF)
  await screen.findByText('LSPD Sergeant')
  expect(lines()).toEqual([
    'Portal: + gets approve reports in LSPD',
    'Discord roles: + gets LSPD Sergeant− loses LSPD Officer II',
    'Nickname: Officer R. Delgado → Sergeant R. Delgado',
    'Whitelist: unchanged',
    'In game (ace): + gets group.lspd_supervisor on San Andreas I',
  ])
})

test('why it may not be given, and that Discord waits for the link', async () => {
  answerWith({ [PATH]: { ...EFFECTS, isLinked: false, refusals: ['It gives group.x in the game'] } })
  await showDiscord(<ChangesPreview change={toRank(12)} />, STAFF)
  expect(await screen.findByText(/It gives group.x in the game\./)).toBeTruthy()
  expect(screen.getByText(/Not linked to Discord yet/)).toBeTruthy()
})

test('choices in quick succession are asked once, and the last counts', async () => {
  const sent = answerWith({ [PATH]: EFFECTS })
  function Choosing() {
    const [rank, setRank] = useState(12)
    return (
      <>
        <button type="button" onClick={() => setRank((before) => before + 1)}>
          Higher
        </button>
        <ChangesPreview change={toRank(rank)} />
      </>
    )
  }
  await showDiscord(<Choosing />, STAFF)
  await screen.findByText('LSPD Sergeant')
  for (let each = 0; each < 3; each += 1) fireEvent.click(screen.getByRole('button', { name: 'Higher' }))
  expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toEqual(toRank(15))
  await waitFor(() => expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('false'))
})

test('a failure is said and can be tried again', async () => {
  let isDown = true
  answerWith({ [PATH]: () => (isDown ? refusal(500, 'internal', 'No') : EFFECTS) })
  await showDiscord(<ChangesPreview change={toRank(12)} />, STAFF)
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  fireEvent.click(again)
  expect(await screen.findByText('LSPD Sergeant')).toBeTruthy()
})

test('of several members it says how many each concerns, and how many wait for their link', async () => {
  const counted = { portal: NOTHING, discordRoles: { added: ['Police (12)'], removed: ['Cadet (9)'] }, aceGroups: NOTHING }
  const several = { members: 12, linked: 9, nicknames: 0 }
  const sent = answerWith({ [PATH]: { ...EFFECTS, ...counted, nickname: { before: null, after: null }, several } })
  const change = { userIds: [7, 8], rank: { departmentId: 2, rankId: 12 } }
  await showDiscord(<ChangesPreview change={change} />, STAFF)
  expect(await screen.findByText(/^12 members/)).toBeTruthy()
  expect(lines().slice(0, 3)).toEqual(['Portal: unchanged', 'Discord roles: + gets Police (12)− loses Cadet (9)', 'Nickname: unchanged'])
  expect(screen.getByText(/^3 of them are not linked to Discord yet/)).toBeTruthy()
  expect(sent[0]?.body).toEqual(change)
})

test('a change that can’t be made at all says why instead', async () => {
  answerWith({ [PATH]: refusal(409, 'conflict', 'This is the last Root account: give someone else the Root role first') })
  await showDiscord(<ChangesPreview change={{ userId: 7, state: 'disable' }} />, STAFF)
  expect((await screen.findByText(/This is the last Root account/)).textContent).toContain('You can’t do this.')
  expect(screen.queryByRole('button')).toBeNull()
})
