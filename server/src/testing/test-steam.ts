import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { startSteamProof, SteamAnswer, finishSteamProof, BodyOf, ResponseOf } from '@tenfour/contract'
import type { LightMyRequestResponse } from 'fastify'
import type { Http } from './test-portal.ts'

const OPENID = 'http://specs.openid.net/auth/2.0'
const ENDPOINT = 'https://steamcommunity.com/openid/login'
export const STEAM_VALID = `ns:${OPENID}\nis_valid:true\n`

export type FakeSteam = Awaited<ReturnType<typeof startFakeSteam>>

/** An OpenID provider that signs what it is asked to, and can lie about it. */
export async function startFakeSteam() {
  /** Signatures that it gave, which it confirms as long as nothing answers otherwise. */
  const given = new Map<string, string>()
  const asked: URLSearchParams[] = []
  let otherwise: ((response: ServerResponse) => void) | undefined
  let counter = 0

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const fields = new URLSearchParams(body)
      asked.push(fields)
      if (otherwise) return otherwise(response)
      const isOwn = given.get(fields.get('openid.sig') ?? '') === signedText((name) => fields.get(`openid.${name}`) ?? '')
      response.end(isOwn ? STEAM_VALID : `ns:${OPENID}\nis_valid:false\n`)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openid/login`

  return {
    url,
    asked,
    /** Answers every question with this, until it is called without. */
    answerWith: (answer?: (response: ServerResponse) => void) => void (otherwise = answer),
    /** The answer about someone who signs in at Steam, with these changes, and signed with them. */
    sign: (returnTo: string, steamHex: string, changes: Partial<SteamAnswer> = {}): SteamAnswer => {
      counter += 1
      const claimed = `https://steamcommunity.com/openid/id/${BigInt(`0x${steamHex}`)}`
      const answer = {
        ns: OPENID,
        mode: 'id_res',
        op_endpoint: ENDPOINT,
        claimed_id: claimed,
        identity: claimed,
        return_to: returnTo,
        response_nonce: `${new Date().toISOString().slice(0, 19)}Znonce${counter}`,
        assoc_handle: '1234567890',
        signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
        sig: `signature-${counter}`,
        ...changes,
      }
      given.set(
        answer.sig,
        signedText((name) => answer[name]),
      )
      return answer
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

const signedText = (read: (name: keyof SteamAnswer) => string) =>
  JSON.stringify((['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle', 'signed'] as const).map(read))

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}

export type StartedProof = ResponseOf<typeof startSteamProof> & { readonly returnTo: string; readonly state: string }

export async function startProof(http: Http): Promise<StartedProof> {
  const started = (await http.post('/api/steam/proof/start', {})).json<ResponseOf<typeof startSteamProof>>()
  const returnTo = new URL(started.url).searchParams.get('openid.return_to') ?? ''
  return { ...started, returnTo, state: new URL(returnTo).searchParams.get('state') ?? '' }
}

export const finishProof = (http: Http, { state, tabSecret }: StartedProof, answer: SteamAnswer): Promise<LightMyRequestResponse> =>
  http.post('/api/steam/proof/finish', { state, tabSecret, answer } satisfies BodyOf<typeof finishSteamProof>)

/** The member goes to Steam and comes back. */
export async function prove(steam: FakeSteam, http: Http, steamHex: string): Promise<LightMyRequestResponse> {
  const started = await startProof(http)
  return finishProof(http, started, steam.sign(started.returnTo, steamHex))
}
