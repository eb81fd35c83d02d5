import { Button, TextInput } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode, useState } from 'react'
import classes from './SteamHexField.module.css'
import { Stack, Row } from '../../../ui/layout.tsx'
import { isSteamHex, STEAM_HEX_LENGTH } from '@tenfour/contract'

type SteamHexFieldProps = {
  value: string
  onChange: (value: string) => void
  error: ReactNode
  /** The reason why it is asked for. */
  purpose?: string
  size?: 'sm' | 'md'
  /** Shows how to find one's own hex; not useful when editing someone else's. */
  withHelp?: boolean
}

/** Banners and first steps link here. */
const STEAM_HEX_ANCHOR = 'steam-hex'

export function SteamHexField({ value, onChange, error, purpose, size = 'sm', withHelp = true }: SteamHexFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const isAskedFor = useRouterState({ select: ({ location }) => location.hash === STEAM_HEX_ANCHOR })
  useEffect(() => {
    if (!isAskedFor) return
    input.current?.focus({ preventScroll: true })
    input.current?.scrollIntoView({ block: 'center' })
  }, [isAskedFor])
  const state = steamHexState(value)
  const converted = state.kind === 'steam64' ? steam64ToHex(value) : null
  const isWrong = state.kind === 'wrong'
  return (
    <Stack gap={6}>
      <TextInput
        ref={input}
        id={STEAM_HEX_ANCHOR}
        label="Steam hex"
        placeholder="11000010a1b2c3d"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={value}
        onChange={(event) => onChange(cleanSteamHex(event.currentTarget.value))}
        error={isWrong ? state.text : error}
        size={size}
        description={
          isWrong || error ? (
            purpose
          ) : (
            <>
              {purpose}{' '}
              <output className={classes.state} data-kind={state.kind}>
                {state.text}
              </output>
            </>
          )
        }
      />
      {converted && (
        <Button variant="light" size="compact-sm" className={classes.convert} onClick={() => onChange(converted)}>
          Turn it into {converted}
        </Button>
      )}
      {withHelp && <SteamHexHelp onUse={onChange} />}
    </Stack>
  )
}

/** Explains what a Steam hex is, where to find the SteamID64, and converts it. */
function SteamHexHelp({ onUse }: { onUse: (hex: string) => void }) {
  const [number, setNumber] = useState('')
  const hex = steam64ToHex(number)
  return (
    <details className={classes.help}>
      <summary>How do I find my Steam hex?</summary>
      <p>
        It is your Steam account’s number, its <strong>steamID64</strong>, written in hexadecimal. The game server identifies you by it and
        admits nobody without one.
      </p>
      <ol>
        <li>In Steam, choose your name at the top right, then “Account details”.</li>
        <li>The 17 digits under “Steam ID” are your steamID64. It begins with 7656.</li>
        <li>Type that number here.</li>
      </ol>
      <Row align="end">
        <TextInput
          label="steamID64"
          placeholder="76561198129753149"
          inputMode="numeric"
          autoComplete="off"
          classNames={{ input: 'mono' }}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (hex) onUse(hex)
          }}
        />
        <Button variant="default" disabled={hex === null} onClick={() => hex && onUse(hex)}>
          Use it
        </Button>
      </Row>
      <output className={classes.result}>
        {hex ? (
          <>
            In hexadecimal: <span className="mono">{hex}</span>
          </>
        ) : number.trim() === '' ? (
          ''
        ) : (
          `${number.replace(/\D/g, '').length} of 17 digits; a steamID64 begins with 7656`
        )}
      </output>
    </details>
  )
}

/** Individual accounts in the public universe: the only kind a game server sees. */
const FIRST_ACCOUNT = 0x1_10_00_01_00_00_00_00n
const LAST_ACCOUNT = 0x1_10_00_01_ff_ff_ff_ffn

/** Cleans up pasted text: spaces, capitals, FiveM's `steam:` prefix. */
export const cleanSteamHex = (text: string): string =>
  text
    .replace(/\s+/g, '')
    .toLowerCase()
    .replace(/^steam:/, '')

/** '11000010a1a2c3d' of '76561198129753149'; null for an invalid SteamID64. */
export function steam64ToHex(text: string): string | null {
  const digits = text.trim()
  if (!/^\d{17}$/.test(digits)) return null
  const id = BigInt(digits)
  return id >= FIRST_ACCOUNT && id <= LAST_ACCOUNT ? id.toString(16) : null
}

type SteamHexState =
  | { readonly kind: 'empty' | 'good' | 'steam64'; readonly text: string }
  /** Valid so far, but incomplete. */
  | { readonly kind: 'short'; readonly text: string }
  | { readonly kind: 'wrong'; readonly text: string }

/** Validates a Steam hex while it is being typed. */
export function steamHexState(value: string): SteamHexState {
  const count = `${value.length} of ${STEAM_HEX_LENGTH} characters`
  if (value === '') return { kind: 'empty', text: `${STEAM_HEX_LENGTH} characters, 0–9 and a–f` }
  if (isSteamHex(value)) return { kind: 'good', text: `${count}, looks right` }
  if (steam64ToHex(value)) return { kind: 'steam64', text: 'This is a steamID64, the same number in decimal' }
  const invalidCharacter = value.match(/[^0-9a-f]/i)?.[0]
  if (invalidCharacter !== undefined) return { kind: 'wrong', text: `“${invalidCharacter}” is not one of 0–9 and a–f` }
  if (value.length > STEAM_HEX_LENGTH) return { kind: 'wrong', text: `Too long: ${count}` }
  return { kind: 'short', text: count }
}
