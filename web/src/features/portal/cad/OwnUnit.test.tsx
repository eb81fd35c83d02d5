// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { UNIT_TYPE } from '@tenfour/contract'
import { afterEach, expect, test } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { BoardContext } from '../../dispatch/board/use-board.ts'
import { createBoardStore } from '../../dispatch/board/board-store.ts'
import { buildUnit } from '../../dispatch/board/testing/build-board.ts'
import { answerBy, show, tearDown } from '../../legal/warrants/testing/show.tsx'
import { OwnUnit } from './OwnUnit.tsx'

afterEach(tearDown)

test('a menu that was opened before the board came stays open, keeps the focus, and has the unit in it', async () => {
  answerBy((url) => Response.json(url.includes('/unit/') ? buildUnit(1) : []))
  const board = createBoardStore(1)
  const user = buildUser({ duty: { serverId: 1, unitClass: 1, type: UNIT_TYPE.Patrol } })
  await show(
    <BoardContext value={board}>
      <OwnUnit />
    </BoardContext>,
    user,
  )
  fireEvent.click(await screen.findByRole('button', { name: /^4L1/ }))
  const dashboard = screen.getByRole('menuitem', { name: 'Dashboard' })
  expect(document.activeElement).toBe(dashboard)

  act(() => board.snapshot({ units: [buildUnit(1)], calls: [], tones: [] }))
  expect(screen.getByRole('dialog', { name: 'You' }).contains(dashboard)).toBe(true)
  expect(screen.getByLabelText('Call sign')).toHaveProperty('value', '4L1')
  expect(document.activeElement).toBe(dashboard)
})
