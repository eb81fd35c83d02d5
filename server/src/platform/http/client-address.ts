import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const WITH_PORT = /^(?:\[([0-9a-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i
const LONGEST = 45

/** Normalizes an address: some proxies add the port. Undefined for anything else, such as a forged header. */
export function ipAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, inBrackets, plain] = WITH_PORT.exec(text) ?? []
  const address = inBrackets ?? plain ?? text
  return isIP(address) > 0 && address.length <= LONGEST ? address : undefined
}

type Request = { readonly ip: string; readonly socket: { readonly remoteAddress?: string | undefined } }

/** The caller's address according to trusted proxies, or the connection's address if theirs is invalid. */
export const callerAddress = ({ ip, socket }: Request): string => ipAddress(ip) ?? socket.remoteAddress ?? ''

export type TrustProxy = boolean | number | string

/**
 * The caller's address for requests that Fastify does not see: the first address, from the portal outwards, that is not a trusted proxy.
 */
export function createClientAddress(trust: TrustProxy): (request: IncomingMessage) => string {
  const isTrusted = trustedBy(trust)
  return (request) => {
    let address = request.socket.remoteAddress ?? ''
    if (trust === false) return address
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse()
    for (const [hop, each] of forwarded.entries()) {
      const next = ipAddress(each.trim())
      if (!isTrusted(address, hop) || next === undefined) break
      address = next
    }
    return address
  }
}

function trustedBy(trust: TrustProxy): (address: string, hop: number) => boolean {
  if (typeof trust === 'boolean') return () => trust
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  const proxies = new BlockList()
  for (const each of trust === 'loopback' ? ['127.0.0.0/8', '::1'] : trust.split(',')) {
    const [network = '', bits] = each.trim().split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(network, family)
    else proxies.addSubnet(network, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The part of an address that identifies a caller: the whole IPv4 address, or an IPv6 /64, which providers assign per household. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(zeros).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
