import {
  acceptInvitation,
  joinByInvitation,
  lookAtInvitation,
  lookAtPasswordLink,
  usePasswordLink as setPasswordByLink,
  type CurrentUser,
  type SentBodyOf,
} from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../platform/api/client.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { signedIn } from '../../../../platform/session/session.ts'
import { deviceOf } from '../../../../platform/session/token.ts'
import { localStore } from '../../../../platform/storage/storage.ts'

/** Looked at once per visit: tries are counted, and what is typed must not move. */
const LOOKED_AT = {
  staleTime: Infinity,
  gcTime: 0,
  retryDelay: (failures: number) => 300 * 2 ** failures,
  refetchOnReconnect: true,
  meta: { handled: true },
}

/** Answered differently to members: what they would gain. */
export const offerQuery = (code: string, isMember: boolean) =>
  queryOptions({
    queryKey: ['link', 'offer', code, isMember],
    queryFn: ({ signal }) => call(lookAtInvitation, { body: { code }, signal }),
    ...LOOKED_AT,
  })

export const passwordLinkQuery = (code: string) =>
  queryOptions({
    queryKey: ['link', 'password', code],
    queryFn: ({ signal }) => call(lookAtPasswordLink, { body: { code }, signal }),
    ...LOOKED_AT,
  })

/** Begins the session of this user, with nothing kept of one before. */
function adopt(user: CurrentUser): CurrentUser {
  queryClient.clear()
  signedIn(user)
  return user
}

type Join = Omit<SentBodyOf<typeof joinByInvitation>, 'device'>
export const join = async (body: Join): Promise<CurrentUser> =>
  adopt(await call(joinByInvitation, { body: { ...body, device: deviceOf(localStore) } }))

export const accept = async (code: string): Promise<CurrentUser> => adopt(await call(acceptInvitation, { body: { code } }))

type SetPassword = Omit<SentBodyOf<typeof setPasswordByLink>, 'device'>
export const setPassword = async (body: SetPassword): Promise<CurrentUser> =>
  adopt(await call(setPasswordByLink, { body: { ...body, device: deviceOf(localStore) } }))
