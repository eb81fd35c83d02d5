import { Button, TextInput } from '@mantine/core'
import {
  NICKNAME_MAX,
  NICKNAME_PLACEHOLDERS,
  nicknameFrom,
  NicknameTemplate,
  saveNicknameTemplate,
  type EntitlementDepartment,
} from '@tenfour/contract'
import { useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { errorInfo } from '../../../ui/error-info.ts'
import { refreshEntitlements, useMayEntitle } from './entitlements.queries.ts'
import classes from './Entitlements.module.css'

const EXAMPLE = 'Rosa Delgado'

/** How members with this primary department are called in Discord. */
export function NicknameForm({
  department: { departmentId, name, nicknameTemplate, version, ranks },
}: {
  department: EntitlementDepartment
}) {
  const { isAdmin } = useMayEntitle()
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const isSaving = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  const template = typed ?? nicknameTemplate
  const invalid = NicknameTemplate.safeParse(template).error?.issues[0]?.message
  const example = nicknameFrom(template, { name: EXAMPLE, rank: ranks.at(-1)?.name ?? null, department: name })
  const words = template.trim() === '' ? 'Nicknames are left alone' : `${EXAMPLE} is “${example}”`

  const save = async () => {
    if (isSaving.current || invalid !== undefined) return
    isSaving.current = true
    setProblem('')
    try {
      await call(saveNicknameTemplate, { params: { departmentId }, body: { template, version }, quiet: true })
      notify.success(`The nicknames of ${name} are saved`)
      await refreshEntitlements()
      // The button goes.
      field.current?.focus()
      setTyped(null)
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'conflict'
      setProblem(
        isConflict
          ? 'Someone else changed this department while you were editing. Check the nickname and save again.'
          : errorInfo(error).message,
      )
      if (isConflict) await refreshEntitlements()
    } finally {
      isSaving.current = false
    }
  }
  if (!isAdmin)
    return (
      <p className={classes.nickname}>
        <span className="muted">Nickname in Discord:</span> {words}
      </p>
    )
  return (
    <form
      className={classes.nickname}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        ref={field}
        className={classes.template}
        size="xs"
        label={`Nickname in Discord, where ${name} is primary`}
        placeholder="Left alone"
        maxLength={NICKNAME_MAX}
        value={template}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setProblem('')
        }}
        error={problem || (typed !== null && invalid)}
      />
      <span className={classes.example}>
        <output>{words}.</output> <span className="faint">{NICKNAME_PLACEHOLDERS.join(' ')}</span>
      </span>
      {typed !== null && typed !== nicknameTemplate && (
        <Button type="submit" size="xs">
          Save<span className="visually-hidden">&nbsp;the nickname of {name}</span>
        </Button>
      )}
    </form>
  )
}
