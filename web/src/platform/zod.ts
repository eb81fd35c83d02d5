import { config } from 'zod'

// Zod would otherwise try whether it may compile code, which the content security policy refuses and reports. Imported before any schema.
config({ jitless: true })
