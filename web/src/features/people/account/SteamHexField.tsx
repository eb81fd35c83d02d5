import { Button, TextInput } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { cleanSteamHex, steam64ToHex, steamHexState } from './steam-id.ts'
import { SteamHexHelp } from './SteamHexHelp.tsx'
import classes from './SteamHexField.module.css'
import { Stack } from '../../../ui/layout.tsx'

type SteamHexFieldProps = {
  value: string
  onChange: (value: string) => void
  error: ReactNode
  /** Shows how to find one's own hex; not useful when editing someone else's. */
  withHelp?: boolean
}

/** Banners and first steps link here. */
export const STEAM_HEX_ANCHOR = 'steam-hex'

export function SteamHexField({ value, onChange, error, withHelp = true }: SteamHexFieldProps) {
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
        description={
          isWrong || error ? undefined : (
            <output className={classes.state} data-kind={state.kind}>
              {state.text}
            </output>
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
