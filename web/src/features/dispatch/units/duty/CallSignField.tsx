import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { UnitType } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import type { DutyWords } from './duty.labels.ts'
import { classNames, Row } from '../../../../ui/layout.tsx'
import classes from './GoOnDuty.module.css'
import { identifierQuery } from '../units.queries.ts'

type CallSignFieldProps = {
  words: DutyWords
  /** A call sign by the department's pattern. */
  example: string
  serverId: number
  departmentId: number
  type: UnitType
  /** The member's own; null if the department hands out none, undefined while it is asked for. */
  own: string | null | undefined
  value: string
  onChange: (identifier: string) => void
  /** Focused when the page opens, with the call sign selected: Enter takes it as it is, typing replaces it. */
  takesFocus: boolean
  error?: ReactNode
}

const PAUSE_MS = 250

/** A call sign, with a free one suggested and a warning if someone on duty has it. Duplicates are allowed. */
export function CallSignField({
  words,
  example: byPattern,
  serverId,
  departmentId,
  type,
  own,
  value,
  onChange,
  takesFocus,
  error,
}: CallSignFieldProps) {
  const { userId } = useSignedInUser()
  const warningId = useId()
  const [identifier] = useDebouncedValue(value.trim(), PAUSE_MS)
  const { data, isPlaceholderData } = useQuery(identifierQuery({ serverId, departmentId, identifier, type }))
  const isSettled = identifier === value.trim()
  const holder = isSettled && identifier !== '' && data?.holder && data.holder.userId !== userId ? data.holder : null
  const keeper = isSettled && identifier !== '' && data?.keeper && !holder ? data.keeper : null
  // Their own may be in use by somebody else already.
  const free = own && own !== value.trim() ? own : data?.suggestion
  const suggestion = isSettled && free && free !== value.trim() && (holder || keeper || value.trim() === '') ? free : null
  // The one that can be taken, so that the example and the button next to it are the same.
  const example = suggestion ?? byPattern
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
  const freeSign = own === null && isSettled && identifier === '' && !isPlaceholderData ? data?.suggestion : undefined
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
  // Their own goes before the one used last, unless the member has typed another.
  const ofOwn = `${departmentId} ${type}`
  const typedFor = useRef<string | null>(null)
  const takeOwn = useEffectEvent((sign: string) => {
    if (typedFor.current === ofOwn || value === sign) return
    onChange(sign)
    requestAnimationFrame(() => document.activeElement === field.current && field.current?.select())
  })
  useEffect(() => {
    if (own) takeOwn(own)
  }, [own, ofOwn])
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
        aria-describedby={holder || keeper ? warningId : undefined}
        value={value}
        onChange={({ currentTarget }) => {
          typedFor.current = ofOwn
          onChange(currentTarget.value)
        }}
        error={error}
      />
      <Row gap="4px 0" className={classNames('amber small', classes.clash)}>
        <output id={warningId}>
          {holder && `${holder.name} is on duty as ${identifier} already. You can share it, but the radio won’t tell you apart.`}
          {keeper && `${identifier} is the call sign of ${keeper.name}, who is not on duty.`}
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
