import { Button } from '@mantine/core'
import type { PatrolUnit, ServerStatus, UnitInput } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { activityText } from '../../../../platform/servers/server-statuses.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { BeatSelect } from '../UnitParts.tsx'
import { templateExample } from '../../../people/departments/departments.port.ts'
import { CallSignField } from './CallSignField.tsx'
import { callSigns, identifierQuery, ownCallSignQuery } from '../units.queries.ts'
import { dutyDepartments, DutyForm as DutyFormSchema, forDepartment, initialDuty, isNewPatrol, isOnDuty } from './duty-form.ts'
import { dutyWords } from './duty.labels.ts'
import { Columns, Row, Stack } from '../../../../ui/layout.tsx'
import classes from './GoOnDuty.module.css'
import { RadioCards } from './RadioCards.tsx'
import { unitTypeOf, unitTypesOf, useCadValuesLoaded } from '../../cad-values/cad-values.port.ts'
import { hasBeat } from '../unit.labels.ts'

type DutyFormProps = {
  servers: readonly ServerStatus[]
  /** The current or last unit. */
  unit: PatrolUnit | null
  save: (input: UnitInput) => Promise<void>
  cancel?: ReactNode
}

export function DutyForm({ servers, unit, save, cancel }: DutyFormProps) {
  const user = useSignedInUser()
  const departments = dutyDepartments(user)
  const callSignFor = (departmentId: number) => callSigns.get(user.userId, departmentId)
  const form = useZodForm(DutyFormSchema, initialDuty({ departments, servers, unit, callSignFor }))
  const values = form.getValues()
  const department = departments.find(({ departmentId }) => departmentId === values.departmentId)
  const words = dutyWords(department?.type ?? 'Other')
  useCadValuesLoaded()
  const types = department ? unitTypesOf(department.unitClass) : []
  const chosenType = department && unitTypeOf({ unitClass: department.unitClass, type: values.type ?? 1, typeId: values.typeId ?? null })
  const chooseDepartment = (departmentId: number) => {
    const chosen = departments.find((each) => each.departmentId === departmentId)
    if (!chosen) return
    form.setValues(forDepartment(values, chosen, unit, callSignFor))
    form.clearErrors()
  }
  const isChange = isOnDuty(unit)

  const { serverId, departmentId, type = 1 } = values
  const keepsCallSign = isChange && unit.department.departmentId === departmentId
  const owns = ownCallSignQuery({ departmentId, type, used: values.identifier })
  const own = useQuery({ ...owns, enabled: owns.enabled === true && !keepsCallSign })
  const isAsking = own.isFetching && own.isPending
  const proposals = identifierQuery({ serverId, departmentId, identifier: '', type })
  const proposal = useQuery({ ...proposals, enabled: proposals.enabled === true && values.identifier === '' })
  const isProposing = isAsking || (proposal.isFetching && (proposal.isPending || proposal.isPlaceholderData))
  // Sent before a call sign was proposed, the form waits for it.
  const early = useRef<HTMLFormElement | null>(null)
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    if (!isProposing) return form.submit(save)(event)
    event.preventDefault()
    early.current = event.currentTarget
  }
  const sendEarly = useEffectEvent(() => {
    const element = early.current
    early.current = null
    // After the field has taken the call sign.
    if (element) setTimeout(() => element.requestSubmit())
  })
  useEffect(() => {
    if (!isProposing) sendEarly()
  }, [isProposing])
  return (
    <Stack as="form" gap={18} noValidate aria-label={isChange ? 'Change your unit' : words.start} onSubmit={submit}>
      <FormError error={form.failure} />
      <RadioCards
        label="Server"
        options={servers.map((server) => ({
          value: server.serverId,
          label: server.name,
          aside: <OnlineState server={server} />,
          text: activityText(server),
        }))}
        value={values.serverId}
        onChange={(serverId) => {
          form.setFieldValue('serverId', serverId)
          form.clearFieldError('serverId')
        }}
        error={form.errors['serverId']}
      />
      <RadioCards
        label="Department"
        options={departments.map(({ departmentId, name, fullName, rankName }) => ({
          value: departmentId,
          label: fullName,
          aside: <span className="mono">{name}</span>,
          text: rankName,
        }))}
        value={values.departmentId}
        onChange={chooseDepartment}
        error={form.errors['departmentId']}
      />
      {types.length > 1 && (
        <RadioCards
          label="Type"
          options={types.map(({ typeId, name, about }) => ({ value: typeId, label: name, text: about }))}
          value={chosenType?.typeId ?? 0}
          onChange={(typeId) => {
            const chosen = types.find((each) => each.typeId === typeId)
            if (chosen) form.setValues({ ...form.getValues(), type: chosen.countsAs, typeId: chosen.isShipped ? null : typeId })
            form.clearFieldError('type')
            form.clearFieldError('typeId')
          }}
          error={form.errors['type'] ?? form.errors['typeId']}
        />
      )}
      <Columns of="repeat(auto-fit, minmax(min(100%, 232px), 1fr))" gap="18px 16px">
        <CallSignField
          words={words}
          example={department ? templateExample(department.callSignTemplate, department.name) : ''}
          serverId={values.serverId}
          departmentId={values.departmentId}
          type={type}
          own={isAsking ? undefined : keepsCallSign ? null : (own.data?.callSign ?? null)}
          value={values.identifier}
          takesFocus={values.serverId > 0}
          onChange={(identifier) => {
            // Typed, and not proposed: the person is not ready yet.
            if (isProposing) early.current = null
            form.setFieldValue('identifier', identifier)
            form.clearFieldError('identifier')
          }}
          error={form.errors['identifier']}
        />
        {department && hasBeat(department.unitClass) && (
          <BeatSelect
            departmentId={department.departmentId}
            value={values.beatId ?? null}
            onChange={(beatId) => form.setFieldValue('beatId', beatId)}
            error={form.errors['beatId']}
          />
        )}
      </Columns>
      {isChange && isNewPatrol(unit, values) && (
        <Banner tone="info" announce>
          Another server or department starts a new patrol
          {unit.callId === null ? '.' : `, and you leave call ${unit.callId}, which stays open.`}
        </Banner>
      )}
      <Row className={classes.actions}>
        <Button type="submit" size="sm" loading={form.submitting}>
          {isChange ? 'Save and open the CAD' : words.start}
        </Button>
        {cancel}
      </Row>
    </Stack>
  )
}

function OnlineState({ server: { isOnline, players, maxPlayers } }: { server: ServerStatus }) {
  if (!isOnline) return <StatusBadge tone="off">Offline</StatusBadge>
  return (
    <StatusBadge tone="available">
      Online <span className="mono">{maxPlayers === null ? players : `${players}/${maxPlayers}`}</span>
    </StatusBadge>
  )
}
