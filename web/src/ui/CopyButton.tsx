import { Button } from '@mantine/core'
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

type CopyButtonProps = {
  text: string
  label?: string
  /** For screen readers, where `Copy` alone would be ambiguous. */
  what?: string
  size?: 'xs' | 'sm'
}

const CONFIRMATION_MS = 2000
const OUTCOME = {
  copied: { word: 'Copied', Icon: IconCheck },
  failed: { word: 'Not copied', Icon: IconX },
}

export function CopyButton({ text, label = 'Copy', what, size = 'xs' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOME | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const { word, Icon } = outcome ? OUTCOME[outcome] : { word: label, Icon: IconCopy }
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed')
  return (
    <Button variant="default" size={size} leftSection={<Icon size={size === 'xs' ? 14 : 16} aria-hidden />} onClick={() => void copy()}>
      <span aria-live="polite">{word}</span>
      {what && <span className="visually-hidden"> {what}</span>}
    </Button>
  )
}
