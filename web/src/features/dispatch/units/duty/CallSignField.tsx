import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { templateExample } from '../../../people/departments/departments.port.ts'
import type { DutyWords } from './duty-words.ts'
import classes from './GoOnDuty.module.css'
import { identifierQuery } from '../units.queries.ts'

type CallSignFieldProps = {
  words: DutyWords
  template: string
  serverId: number
  departmentId: number
  value: string
  onChange: (identifier: string) => void
  error?: ReactNode
}

const PAUSE_MS = 250

/** A call sign, with a free one suggested and a warning if someone on duty has it. Duplicates are allowed. */
export function CallSignField({ words, template, serverId, departmentId, value, onChange, error }: CallSignFieldProps) {
  const { userId } = useSignedInUser()
  const warningId = useId()
  const [identifier] = useDebouncedValue(value.trim(), PAUSE_MS)
  const { data } = useQuery(identifierQuery({ serverId, departmentId, identifier }))
  const isSettled = identifier === value.trim()
  const holder = isSettled && identifier !== '' && data?.holder && data.holder.userId !== userId ? data.holder : null
  const suggestion =
    isSettled && data?.suggestion && data.suggestion !== value.trim() && (holder || value.trim() === '') ? data.suggestion : null
  const example = templateExample(template)
  return (
    <div>
      <TextInput
        label={words.identifier}
        description={example ? `${words.identifierHelp}, such as ${example}` : words.identifierHelp}
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
      <div className={classes.clash}>
        <output id={warningId}>
          {holder && `${holder.name} is on duty as ${identifier} already. You can both be, but the radio won’t tell you apart.`}
        </output>
        {suggestion && (
          <Button size="compact-sm" variant="light" onClick={() => onChange(suggestion)}>
            Take <span className={classes.suggestion}>{suggestion}</span>
          </Button>
        )}
      </div>
    </div>
  )
}
