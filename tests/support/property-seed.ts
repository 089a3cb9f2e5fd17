import process from 'node:process'
import fc from 'fast-check'

const SEED = 20_261_127

// The same examples in each run, so that what fails once fails again.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? SEED) })
