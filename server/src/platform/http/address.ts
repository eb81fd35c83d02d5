import { isIP } from 'node:net'

const WITH_PORT = /^(?:\[([0-9a-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i
const LONGEST = 45

/** An address as it is kept and counted: some proxies add the port. Undefined where it is none, whatever a forged header says. */
export function ipAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, inBrackets, plain] = WITH_PORT.exec(text) ?? []
  const address = inBrackets ?? plain ?? text
  return isIP(address) > 0 && address.length <= LONGEST ? address : undefined
}

type Request = { readonly ip: string; readonly socket: { readonly remoteAddress?: string | undefined } }

/** Who calls, by the proxies that are trusted; by the connection itself where what they say is no address. */
export const callerAddress = ({ ip, socket }: Request): string => ipAddress(ip) ?? socket.remoteAddress ?? ''
