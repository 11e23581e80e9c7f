/** Values in the examples of several endpoints; they belong to no real person. */

export const leadId = 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H';
export const submissionId = 'sub_01KF3V5N8Q2W7Y4B6C9D1E0G2J';
export const newSubmissionId = 'sub_01KF3V9T1Z3X5C7V9B2N4M6K8J';
export const interactionId = 'int_01KF3V5N8Q2W7Y4B6C9D1E0G2K';
export const createdAt = '2026-01-15T17:20:31.042Z';
export const updatedAt = '2026-01-15T17:20:32.517Z';
