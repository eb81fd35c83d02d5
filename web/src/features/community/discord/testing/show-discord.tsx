import { act } from '@testing-library/react'
import type { CurrentUser, Permission, RoleGroupName } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { buildUser } from '../../../../app/testing/build-user.ts'
import { ConfirmHost } from '../../../../ui/confirm.tsx'
import { answerBy, show, type ShownPage } from '../../../legal/warrants/testing/show.tsx'

export const userWith = (group: RoleGroupName, ...userPermissions: Permission[]): CurrentUser =>
  buildUser({ groups: [group], userPermissions })

export type Sent = { readonly method: string; readonly path: string; readonly body: unknown }
/** Answers calls by method and path; what has no answer is not found. A function is called with what was sent. */
export function answerWith(answers: Readonly<Record<string, unknown>>): Sent[] {
  const sent: Sent[] = []
  answerBy(async (url, init) => {
    const [path = ''] = url.split('?')
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    const request = { method: init?.method ?? 'GET', path, body }
    sent.push(request)
    const answer = answers[`${request.method} ${path}`]
    const given: unknown = await (typeof answer === 'function' ? (answer as (sent: Sent) => unknown)(request) : answer)
    if (given === undefined) return Response.json({ code: 'not_found', message: 'Not Found', requestId: 'r' }, { status: 404 })
    return given instanceof Response ? given : Response.json(given)
  })
  return sent
}

export const refusal = (status: number, code: string, message: string, field?: string): Response =>
  Response.json({ code, message, requestId: 'r', ...(field && { field }) }, { status })

/** With a height, so that lists draw their rows, and a place for questions. */
export async function showDiscord(part: ReactNode, user: CurrentUser, pages: readonly ShownPage[] = []): Promise<void> {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  await show(
    <>
      {part}
      <ConfirmHost />
    </>,
    user,
    pages,
  )
}

export const settle = (): Promise<void> => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 20)))
