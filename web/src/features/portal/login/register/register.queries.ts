import {
  answerRegistration,
  confirmRegistration,
  getOwnRegistration,
  getRegistrationForm,
  openRegistration,
  register,
  registrationWorkOf,
  sendRegistrationLink,
  startApplicantDiscord,
  withdrawRegistration,
  type OwnRegistration,
  type SentBodyOf,
} from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../platform/api/client.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { applicantToken } from '../../../../platform/session/applicant-token.ts'
import { findNonce } from './work.ts'

const asApplicant = { tokens: applicantToken }
const asNobody = { tokens: { ...applicantToken, get: () => null } }

export const formQuery = queryOptions({
  queryKey: ['registration', 'form'],
  queryFn: ({ signal }) => call(getRegistrationForm, { ...asNobody, signal }),
  // Questions must not move while someone types.
  staleTime: Infinity,
  gcTime: 0,
  meta: { handled: true },
})

export const ownQuery = queryOptions({
  queryKey: ['registration', 'own'],
  queryFn: ({ signal }) => call(getOwnRegistration, { ...asApplicant, signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

const keep = (own: OwnRegistration): void => void queryClient.setQueryData(ownQuery.queryKey, own)

type Application = Omit<SentBodyOf<typeof register>, 'work'>

/** The form is asked for once more, because what has to be calculated is good for an hour or two. */
export async function apply(body: Application): Promise<void> {
  const { work } = await call(getRegistrationForm, asNobody)
  const found = work && {
    stamp: work.stamp,
    nonce: await findNonce((nonce) => registrationWorkOf(work.stamp, body.emailAddress, nonce), work.bits),
  }
  keep(await call(register, { ...asNobody, body: { ...body, work: found } }))
}

export const open = async (body: SentBodyOf<typeof openRegistration>): Promise<void> =>
  keep(await call(openRegistration, { ...asNobody, body }))

export const confirmAddress = async (code: string): Promise<void> => void (await call(confirmRegistration, { ...asNobody, body: { code } }))

export const sendLink = async (): Promise<void> => keep(await call(sendRegistrationLink, asApplicant))

export const startDiscord = (origin: string) => call(startApplicantDiscord, { ...asApplicant, body: { origin } })

export const answer = async (body: SentBodyOf<typeof answerRegistration>): Promise<void> =>
  keep(await call(answerRegistration, { ...asApplicant, body }))

export async function withdraw(): Promise<void> {
  await call(withdrawRegistration, asApplicant)
  applicantToken.clear()
}
