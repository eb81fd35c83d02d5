import {
  endPasswordLink,
  listPasswordLinks,
  makePasswordLink,
  PASSWORD_LINK_PATH,
  type IssuedPasswordLink,
  type PasswordLink,
} from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

const ofUser = (userId: number) => ['users', userId, 'password-links'] as const

export const passwordLinksQuery = (userId: number) =>
  queryOptions({
    queryKey: ofUser(userId),
    queryFn: ({ signal }) => call(listPasswordLinks, { params: { userId }, signal, quiet: true }),
    staleTime: 0,
    meta: { handled: true },
  })

const refresh = (userId: number): Promise<unknown> =>
  Promise.all([ofUser(userId), ['audit']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

export const makeLink = (userId: number): Promise<IssuedPasswordLink> =>
  call(makePasswordLink, { params: { userId } }).finally(() => void refresh(userId))

export const endLink = (userId: number, passwordLinkId: number): Promise<PasswordLink> =>
  call(endPasswordLink, { params: { userId, passwordLinkId } }).finally(() => void refresh(userId))

/** As long as the portal does not know its own address, the page that shows the link does. */
export const addressOf = ({ link, code }: { readonly link: string | null; readonly code: string }): string =>
  link ?? `${window.location.origin}${PASSWORD_LINK_PATH}#${code}`
