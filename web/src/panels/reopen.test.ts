// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createStore } from '../platform/storage/storage.ts'
import { endSession } from '../platform/session/session.ts'
import { leftOpen, useLeftOpen } from './reopen.ts'

const setUp = () =>
  leftOpen(
    'test',
    z.object({ callId: z.int() }),
    createStore(() => window.sessionStorage),
  )

test('a reload finds the panel’s content again, for the same member only', () => {
  setUp().keep(7, { callId: 1042 })
  expect(setUp().find(7)).toEqual({ callId: 1042 })
  expect(setUp().find(8)).toBeNull()
})

test('a stored text of another form is ignored', () => {
  for (const text of ['{', 'null', '{"userId":7,"shown":{"callId":"x"}}']) {
    window.sessionStorage.setItem('open.test', text)
    expect(setUp().find(7)).toBeNull()
  }
})

test('the end of the session removes the stored content', () => {
  const left = setUp()
  left.keep(7, { callId: 1042 })
  endSession('signedOut')
  expect(left.find(7)).toBeNull()
})

test('content left by a reload is reopened once, and closed content is forgotten', () => {
  setUp().keep(7, { callId: 1042 })
  const left = setUp()
  const opened: number[] = []
  const { rerender, unmount } = renderHook(
    ({ shown }: { shown: { callId: number } | null }) => useLeftOpen(left, 7, shown, ({ callId }) => opened.push(callId)),
    { initialProps: { shown: null as { callId: number } | null } },
  )
  expect(opened).toEqual([1042])
  rerender({ shown: { callId: 1043 } })
  expect([opened, left.find(7)]).toEqual([[1042], { callId: 1043 }])
  unmount()
  expect(left.find(7)).toBeNull()
})
