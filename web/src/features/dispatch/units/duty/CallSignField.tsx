import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { templateExample } from '../../../people/departments/departments.port.ts'
import type { DutyWords } from './duty.labels.ts'
import { classNames, Row } from '../../../../ui/layout.tsx'
import classes from './GoOnDuty.module.css'
import { identifierQuery } from '../units.queries.ts'

type CallSignFieldProps = {
  words: DutyWords
  template: string
  serverId: number
  departmentId: number
  value: string
  onChange: (identifier: string) => void
  /** Focused when the page opens, with the call sign selected: Enter takes it as it is, typing replaces it. */
  takesFocus: boolean
  error?: ReactNode
}

const PAUSE_MS = 250

/** A call sign, with a free one suggested and a warning if someone on duty has it. Duplicates are allowed. */
export function CallSignField({ words, template, serverId, departmentId, value, onChange, takesFocus, error }: CallSignFieldProps) {
  const { userId } = useSignedInUser()
  const warningId = useId()
  const [identifier] = useDebouncedValue(value.trim(), PAUSE_MS)
  const { data, isPlaceholderData } = useQuery(identifierQuery({ serverId, departmentId, identifier }))
  const isSettled = identifier === value.trim()
  const holder = isSettled && identifier !== '' && data?.holder && data.holder.userId !== userId ? data.holder : null
  const suggestion =
    isSettled && data?.suggestion && data.suggestion !== value.trim() && (holder || value.trim() === '') ? data.suggestion : null
  // The one that can be taken, so that the example and the button next to it are the same.
  const example = suggestion ?? templateExample(template)
  const field = useRef<HTMLInputElement>(null)
  const select = () => {
    field.current?.focus()
    field.current?.select()
  }
  const takeFocus = useEffectEvent(() => takesFocus && select())
  useEffect(() => void takeFocus(), [])
  // A free call sign is filled in once for each server and department; emptied by hand, the field stays empty.
  const place = `${serverId} ${departmentId}`
  const filledFor = useRef<string | null>(null)
  const freeSign = isSettled && identifier === '' && !isPlaceholderData ? data?.suggestion : undefined
  const fillIn = useEffectEvent((sign: string) => {
    if (filledFor.current === place || value !== '') return
    filledFor.current = place
    onChange(sign)
    // After the form has put it into the field.
    requestAnimationFrame(() => document.activeElement === field.current && field.current?.select())
  })
  useEffect(() => {
    if (freeSign) fillIn(freeSign)
  }, [freeSign])
  return (
    <div>
      <TextInput
        ref={field}
        label={words.identifier}
        description={words.identifierHelp}
        placeholder={example || undefined}
        withAsterisk
        maxLength={16}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        aria-describedby={holder ? warningId : undefined}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
      />
      <Row gap="4px 0" className={classNames('amber small', classes.clash)}>
        <output id={warningId}>
          {holder && `${holder.name} is on duty as ${identifier} already. You can share it, but the radio won’t tell you apart.`}
        </output>
        {suggestion && (
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              onChange(suggestion)
              field.current?.focus()
            }}
          >
            Take&nbsp;<span className="mono">{suggestion}</span>
          </Button>
        )}
      </Row>
    </div>
  )
}
