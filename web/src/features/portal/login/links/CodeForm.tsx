import { Button, TextInput } from '@mantine/core'
import { LinkCode } from '@tenfour/contract'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useZodForm } from '../../../../ui/form.ts'
import { Stack } from '../../../../ui/layout.tsx'

const CodeInput = z.object({ code: LinkCode })

/** Opens the link of another code. */
export function CodeForm() {
  const navigate = useNavigate()
  const form = useZodForm(CodeInput, { code: '' })
  return (
    <Stack
      as="form"
      gap={12}
      noValidate
      aria-label="Enter the code"
      onSubmit={form.submit(({ code }) => navigate({ to: '.', hash: code, replace: true }))}
    >
      <TextInput
        label="Code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="md"
        classNames={{ input: 'mono' }}
        {...form.getInputProps('code')}
      />
      <Button type="submit" variant="default" size="md" fullWidth>
        Open
      </Button>
    </Stack>
  )
}
