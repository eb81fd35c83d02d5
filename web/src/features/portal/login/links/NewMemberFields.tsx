import { Checkbox, type CheckboxProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { SteamHexField } from '../../../people/account/settings.port.ts'
import classes from './NewMemberFields.module.css'

type NewMemberSteamHexProps = {
  isRequired: boolean
  /** A whitelist waits for the Steam hex. */
  isForWhitelist: boolean
  value: string
  error: ReactNode
  onChange: (value: string) => void
}

export const NewMemberSteamHex = ({ isRequired, isForWhitelist, ...field }: NewMemberSteamHexProps) => (
  <SteamHexField
    {...field}
    size="md"
    purpose={
      isRequired
        ? 'The game server recognises you by your Steam hex. The whitelist needs it.'
        : isForWhitelist
          ? 'The game server recognises you by your Steam hex. You are not on the whitelist until you add it here or in your settings.'
          : 'The game server recognises you by your Steam hex. You can add it later, in your settings.'
    }
  />
)

/** The checkbox has to be checked where the community has a code of conduct. */
export const hasAccepted = (conduct: object | null) =>
  z.boolean().refine((isAccepted) => isAccepted || conduct === null, 'Read and accept the code of conduct to go on')

/** The code of conduct to read, and to accept. */
export function ConductField({ text, ...checkbox }: { text: string } & CheckboxProps) {
  return (
    <div>
      <p className="field-label" id="conduct-label">
        Code of conduct
      </p>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- only focusable elements can be scrolled by keyboard */}
      <section className={classes.conduct} tabIndex={0} aria-labelledby="conduct-label">
        {text}
      </section>
      <Checkbox label="I have read it and accept it" description="What this community expects of every member" {...checkbox} />
    </div>
  )
}
