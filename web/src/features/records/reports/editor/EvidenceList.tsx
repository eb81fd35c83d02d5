import { ActionIcon, Button, FileButton, Text, TextInput } from '@mantine/core'
import { getReportPicture, MAX_EVIDENCE, MAX_EVIDENCE_PICTURES, PICTURE_TYPES, saveReportPicture, type Evidence } from '@tenfour/contract'
import { IconPhotoPlus, IconPlus, IconX } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { DateField } from '../../../../ui/DateField.tsx'
import { call, callForFile } from '../../../../platform/api/client.ts'
import { errorInfo } from '../../../../ui/error-info.ts'
import { pictureProblem, usePictureAddress } from '../../../people/pictures/pictures.port.ts'
import { removeRow, FieldProblem } from '../drafts/drafts.port.ts'
import { instantOf, localInput } from '../report.labels.ts'
import type { PartProps } from './PeopleFields.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'
import classes from '../drafts/Editor.module.css'

const NEW: Evidence = { text: '', holder: '', heldSince: null, pictureIds: [] }

/** The evidence of a report: each item with its holder, since when, and pictures. */
export function EvidenceList({ content: { evidence }, draft, errorAt, readOnly, onChange }: PartProps) {
  const list = useRef<HTMLUListElement>(null)
  const title = useId()
  const change = (index: number, by: (item: Evidence) => Evidence) =>
    onChange((latest) => ({ evidence: latest.evidence.map((item, at) => (at === index ? by(item) : item)) }))
  const add = () => {
    const holder = draft ? draft.writer.identifier || draft.writer.name : ''
    onChange({ evidence: [...evidence, { ...NEW, holder, heldSince: new Date().toISOString() }] })
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <section aria-labelledby={title}>
      <Row style={{ minHeight: 24 }}>
        <Text component="h2" id={title} inherit c="var(--text-faint)" w={82} mr={4}>
          Evidence
        </Text>
        {!readOnly && evidence.length < MAX_EVIDENCE && (
          <ActionIcon variant="default" radius="xl" size={24} aria-label="Add evidence" title="Add evidence" onClick={add}>
            <IconPlus size={13} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
        <FieldProblem>{errorAt('evidence')}</FieldProblem>
      </Row>
      <Stack as="ul" gap={8} ref={list} style={{ marginTop: evidence.length > 0 ? 6 : 0 }}>
        {evidence.map((item, index) => (
          // oxlint-disable-next-line no-array-index-key -- an item has no id of its own
          <li key={index} data-evidence>
            <Row gap={6} align="start">
              <TextInput
                size="xs"
                aria-label={`Evidence ${index + 1}`}
                placeholder="What it is"
                maxLength={300}
                autoComplete="off"
                style={{ flex: '1 1 140px' }}
                readOnly={readOnly}
                value={item.text}
                error={errorAt(`evidence.${index}.text`)}
                onChange={({ currentTarget: { value } }) => change(index, (each) => ({ ...each, text: value }))}
              />
              <TextInput
                size="xs"
                aria-label={`Held by, evidence ${index + 1}`}
                placeholder="Held by"
                maxLength={80}
                autoComplete="off"
                w={110}
                readOnly={readOnly}
                value={item.holder}
                error={errorAt(`evidence.${index}.holder`)}
                onChange={({ currentTarget: { value } }) => change(index, (each) => ({ ...each, holder: value }))}
              />
              <DateField
                size="xs"
                type="datetime-local"
                aria-label={`Held since, evidence ${index + 1}`}
                readOnly={readOnly}
                value={localInput(item.heldSince)}
                error={errorAt(`evidence.${index}.heldSince`)}
                onChange={({ currentTarget: { value } }) => change(index, (each) => ({ ...each, heldSince: instantOf(value) }))}
              />
              {!readOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={`Remove evidence ${index + 1}`}
                  title="Remove"
                  onClick={({ currentTarget }) =>
                    removeRow(currentTarget, '[data-evidence]', () => onChange({ evidence: evidence.filter((_, at) => at !== index) }))
                  }
                >
                  <IconX size={14} stroke={1.8} aria-hidden />
                </ActionIcon>
              )}
            </Row>
            <Pictures
              item={item}
              number={index + 1}
              draftId={draft?.draftId}
              readOnly={readOnly}
              onChange={(by) => change(index, (each) => ({ ...each, pictureIds: by(each.pictureIds) }))}
            />
          </li>
        ))}
      </Stack>
    </section>
  )
}

type PicturesProps = {
  item: Evidence
  number: number
  draftId: number | undefined
  readOnly: boolean
  onChange: (by: (pictureIds: number[]) => number[]) => void
}

function Pictures({ item: { pictureIds }, number, draftId, readOnly, onChange }: PicturesProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const upload = useRef<HTMLButtonElement>(null)
  const send = async (file: File | null) => {
    if (!file || draftId === undefined) return
    setProblem(pictureProblem(file) ?? '')
    if (pictureProblem(file)) return
    setIsBusy(true)
    try {
      const { pictureId } = await call(saveReportPicture, { params: { draftId }, file })
      onChange((known) => [...known, pictureId].slice(0, MAX_EVIDENCE_PICTURES))
    } catch (error) {
      setProblem(errorInfo(error).message)
    } finally {
      setIsBusy(false)
      // The button lost the focus while it was disabled.
      requestAnimationFrame(() => document.activeElement === document.body && upload.current?.focus())
    }
  }
  return (
    <Row gap={6} style={{ marginTop: 4 }}>
      {pictureIds.map((pictureId, index) => (
        <span key={pictureId} className={classes.picture} data-picture>
          <ReportPicture pictureId={pictureId} alt={`Picture ${index + 1} of evidence ${number}`} />
          {!readOnly && (
            <ActionIcon
              variant="default"
              size={24}
              className={classes.pictureRemove}
              aria-label={`Remove picture ${index + 1} of evidence ${number}`}
              onClick={({ currentTarget }) =>
                removeRow(
                  currentTarget,
                  '[data-picture]',
                  () => onChange((known) => known.filter((each) => each !== pictureId)),
                  upload.current,
                )
              }
            >
              <IconX size={12} stroke={2} aria-hidden />
            </ActionIcon>
          )}
        </span>
      ))}
      {!readOnly && pictureIds.length < MAX_EVIDENCE_PICTURES && draftId !== undefined && (
        <FileButton accept={PICTURE_TYPES.join()} onChange={(file) => void send(file)}>
          {(props) => (
            <Button
              {...props}
              ref={upload}
              variant="subtle"
              size="compact-xs"
              mih={24}
              loading={isBusy}
              leftSection={<IconPhotoPlus size={14} stroke={1.7} aria-hidden />}
              aria-label={`Add a picture of evidence ${number}`}
            >
              {isBusy ? 'Uploading…' : 'Picture'}
            </Button>
          )}
        </FileButton>
      )}
      <FieldProblem role="alert">{problem}</FieldProblem>
    </Row>
  )
}

/** A picture of evidence, as a thumbnail. */
export function ReportPicture({ pictureId, alt }: { pictureId: number; alt: string }) {
  const address = usePictureAddress(['report-picture', pictureId, 'thumbnail'], String(pictureId), (signal) =>
    callForFile(getReportPicture, { params: { pictureId, size: 'thumbnail' }, quiet: true, signal }),
  )
  return address === undefined ? <span className={classes.noPicture} aria-hidden /> : <img src={address} alt={alt} />
}
