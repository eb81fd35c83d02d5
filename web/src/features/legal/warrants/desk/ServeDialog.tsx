import { Button, Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { getWarrant, serveWarrant, type RecordActor, type Warrant } from '@tenfour/contract'
import { useState } from 'react'
import type { z } from 'zod'
import { DateField } from '../../../../ui/DateField.tsx'
import { call } from '../../../../platform/api/client.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { Key } from '../../../../ui/Key.tsx'
import type { ServedWarrant } from '../../../../panels/selection.ts'
import { boardStore } from '../../../dispatch/board/board.port.ts'
import { PlaceChips } from '../../../dispatch/calls/PlaceChips.port.tsx'
import { findOffences } from '../../../records/offences/offences.port.ts'
import { OfficerChips } from '../../../records/reports/editor/OfficerChips.port.tsx'
import { instantOf, localInput, writeReport } from '../../../records/reports/reports.port.ts'
import { ServeInput, serveStart, reportAfter, reportKindAfter } from './serve-report.ts'
import { PanelFacts } from '../../../../panels/PanelParts.tsx'
import { Columns, Row, Stack } from '../../../../ui/layout.tsx'

/** The return of a warrant, then the report about it. */
export function ServeDialog({ warrant, onClose }: { warrant: ServedWarrant; onClose: () => void }) {
  const [served, setServed] = useState<Warrant | null>(null)
  return served ? <Served warrant={served} onClose={onClose} /> : <Return warrant={warrant} onServed={setServed} onClose={onClose} />
}

type ReturnProps = { warrant: ServedWarrant; onServed: (warrant: Warrant) => void; onClose: () => void }

function Return({ warrant, onServed, onClose }: ReturnProps) {
  const { warrantId, number, type, subjectName } = warrant
  const { userId, name } = useSignedInUser()
  const [{ own, ownCall }] = useState(() => {
    const { units, calls } = boardStore().get()
    const unit = units.get(userId)
    return { own: unit, ownCall: unit && unit.callId !== null ? calls.get(unit.callId) : undefined }
  })
  const form = useZodForm(ServeInput, serveStart(type, ownCall))
  const [officers, setOfficers] = useState<readonly RecordActor[]>([])
  const [version, setVersion] = useState(warrant.version)
  const { servedAt, location } = form.getValues()
  const [hasPlace] = useState(location !== '')
  const at = (place: { readonly location: string; readonly postal: string }) =>
    form.setValues({ location: place.location, postal: place.postal })
  const save = async (body: z.output<typeof ServeInput>) => {
    try {
      const input = { ...body, officerIds: officers.map((each) => each.userId), version }
      onServed(await call(serveWarrant, { params: { warrantId }, body: input }))
    } catch (error) {
      // Changed meanwhile: what was typed stays, and can be sent for the warrant as it is now.
      const current = await call(getWarrant, { params: { warrantId }, quiet: true }).catch(() => undefined)
      if (current?.may.serve) setVersion(current.version)
      throw error
    }
  }
  return (
    <FormModal title={`Serve ${number}`} onClose={onClose} isDirty={form.isDirty() || officers.length > 0}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text component="p" fw={600} className="anywhere">
          {subjectName}
        </Text>
        <Columns of="minmax(0, 1fr) 110px" gap={10}>
          <TextInput
            label="Where"
            withAsterisk
            autoComplete="off"
            data-autofocus={!hasPlace || undefined}
            {...form.getInputProps('location')}
          />
          <TextInput label="Postal" autoComplete="off" classNames={{ input: 'mono' }} {...form.getInputProps('postal')} />
        </Columns>
        {location === '' && <PlaceChips onPlace={at} onCall={at} />}
        <DateField
          label="When"
          type="datetime-local"
          value={localInput(servedAt === '' ? null : servedAt)}
          error={form.errors.servedAt}
          onChange={({ currentTarget: { value } }) => form.setFieldValue('servedAt', instantOf(value) ?? '')}
        />
        <PanelFacts>
          <OfficerChips
            title="Officers"
            writer={{ userId, name, identifier: own?.identifier ?? '' }}
            officers={officers}
            error={typeof form.errors.officerIds === 'string' ? form.errors.officerIds : undefined}
            onChange={setOfficers}
          />
        </PanelFacts>
        <Checkbox label="The person named was arrested" {...form.getInputProps('isArrested', { type: 'checkbox' })} />
        <Textarea
          label="Return"
          description="What was found, who else was arrested"
          withAsterisk
          autosize
          minRows={3}
          maxRows={8}
          data-autofocus={hasPlace || undefined}
          {...form.getInputProps('text')}
        />
        <Row justify="end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting} rightSection={<Key>Ctrl ⏎</Key>}>
            Serve
          </Button>
        </Row>
      </Stack>
    </FormModal>
  )
}

const KIND_WORDS = { arrest: 'Write arrest report', incident: 'Write incident report' } as const

function Served({ warrant, onClose }: { warrant: Warrant; onClose: () => void }) {
  const { userId } = useSignedInUser()
  const [isStarting, setIsStarting] = useState(false)
  const kind = reportKindAfter(warrant)
  const write = async () => {
    setIsStarting(true)
    const found = await Promise.all(
      warrant.content.charges.map(({ code }) => findOffences(code, new AbortController().signal).catch(() => [])),
    )
    const offences = found.flat()
    if (warrant.content.charges.some(({ offenceId }) => !offences.some((each) => each.offenceId === offenceId)))
      notify.info('Not all offences of the warrant could be filled in. Add those that are missing.')
    onClose()
    writeReport(userId, kind, reportAfter(warrant, offences, boardStore().get().units.get(userId)?.callId ?? null))
  }
  return (
    <FormModal title={`${warrant.number} is served`} onClose={onClose} size={400}>
      <Text component="p" fw={600} mb={10} className="anywhere">
        {warrant.subject.name}
      </Text>
      <Row justify="end">
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button data-autofocus loading={isStarting} onClick={() => void write()}>
          {KIND_WORDS[kind]}
        </Button>
      </Row>
    </FormModal>
  )
}
