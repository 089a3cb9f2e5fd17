#!/bin/sh
# Makes the bucket and the programs' own account, which may read and write this bucket and nothing else.
set -eu
mc mb --ignore-existing store/palimpsest
cat > /tmp/policy.json <<'JSON'
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": ["s3:ListBucket", "s3:GetBucketLocation", "s3:ListBucketMultipartUploads"],
      "Resource": "arn:aws:s3:::palimpsest"
    },
    {
      "Effect": "Allow",
      "Action": [
        "s3:GetObject",
        "s3:PutObject",
        "s3:DeleteObject",
        "s3:AbortMultipartUpload",
        "s3:ListMultipartUploadParts"
      ],
      "Resource": "arn:aws:s3:::palimpsest/*"
    }
  ]
}
JSON
mc admin policy create store palimpsest /tmp/policy.json
mc admin user add store palimpsest "$S3_SECRET_ACCESS_KEY"
# Attached already where this ran before.
mc admin policy attach store palimpsest --user palimpsest || true
