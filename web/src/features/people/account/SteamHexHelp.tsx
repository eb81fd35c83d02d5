import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { steam64ToHex } from './steam-id.ts'
import classes from './SteamHexField.module.css'
import { Row } from '../../../ui/layout.tsx'

/** Explains what a Steam hex is, where to find the SteamID64, and converts it. */
export function SteamHexHelp({ onUse }: { onUse: (hex: string) => void }) {
  const [number, setNumber] = useState('')
  const hex = steam64ToHex(number)
  return (
    <details className={classes.help}>
      <summary>How do I find mine?</summary>
      <p>
        It is your Steam account’s number, its <strong>steamID64</strong>, written in hexadecimal. The game server identifies you by it and
        admits nobody without one.
      </p>
      <ol>
        <li>In Steam, choose your name at the top right, then “Account details”.</li>
        <li>The 17 digits under “Steam ID” are your steamID64. It begins with 7656.</li>
        <li>Type it here.</li>
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
