package farm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
)

// Kubernetes runs each part as an index of an Indexed Job, by the command kubectl. The folder of
// the farm must lie on the volume of a claim that many nodes can mount (ReadWriteMany), and be
// mounted under the same name where the driver runs.
//
// The job's manifest lies beside the pieces, as job.json. It is valid, strictly, by the schemas of
// Kubernetes 1.29 to 1.37 (testdata/kubernetes.py). kubectl 1.32 has been tried with a server that
// only answers as Kubernetes does. No cluster has run a job yet.
type Kubernetes struct {
	// Image of the containers: any that has a shell and can run this program, such as debian:12.
	Image string
	// Claim is the name of the PersistentVolumeClaim, and Mount where its volume is mounted.
	// An empty Mount means Farm.Dir.
	Claim, Mount string
	// Parallel is how many parts may run at a time. 0 means all.
	Parallel int
	// CPU and Memory that a part asks for, such as "2" and "4Gi". They may be empty.
	CPU, Memory string
}

// Manifest is the Job as JSON, which kubectl apply -f takes.
func (k Kubernetes) Manifest(p Program) ([]byte, error) {
	if k.Image == "" || k.Claim == "" {
		return nil, errors.New("Kubernetes.Image or Kubernetes.Claim is empty: name the image of " +
			"the containers, and the claim of the volume that holds the folder")
	}
	mount, tasks := k.Mount, len(p.Parts)
	mount = cmp.Or(mount, filepath.Dir(p.Folder))
	parallel := tasks
	if k.Parallel > 0 {
		parallel = min(k.Parallel, tasks)
	}
	// Kubernetes replaces $(…) in a command, and $$( becomes $(.
	script := strings.ReplaceAll(p.Script("$JOB_COMPLETION_INDEX"), "$(", "$$(")
	container := object{"name": "part", "image": k.Image,
		"command":      []string{"/bin/sh", "-c", script},
		"volumeMounts": []object{{"name": "folder", "mountPath": mount}}}
	requests := object{}
	if k.CPU != "" {
		requests["cpu"] = k.CPU
	}
	if k.Memory != "" {
		requests["memory"] = k.Memory
	}
	if len(requests) > 0 {
		container["resources"] = object{"requests": requests, "limits": requests}
	}
	job := object{"apiVersion": "batch/v1", "kind": "Job", "metadata": object{"name": k.name(p)},
		"spec": object{"completions": tasks, "parallelism": parallel, "completionMode": "Indexed",
			"backoffLimitPerIndex": 1, "maxFailedIndexes": tasks,
			"template": object{"spec": object{"restartPolicy": "Never", "containers": []object{container},
				"volumes": []object{{"name": "folder",
					"persistentVolumeClaim": object{"claimName": k.Claim}}}}}}}
	var b bytes.Buffer
	text := json.NewEncoder(&b)
	text.SetEscapeHTML(false) // the script has > and &
	text.SetIndent("", "  ")
	err := text.Encode(job)
	return b.Bytes(), err
}

type object = map[string]any

// name is a name for the job that Kubernetes accepts: it differs for other parts of the same job.
func (k Kubernetes) name(p Program) string {
	name := strings.ToLower(strings.ReplaceAll(p.Name, "_", "-"))
	return strings.TrimRight(name[:min(len(name), 45)], "-") + "-" + digest(p.Script(""), k.Image)[:12]
}

// Run implements Engine.
func (k Kubernetes) Run(ctx context.Context, p Program, says func(string)) error {
	manifest, err := k.Manifest(p)
	if err != nil {
		return err
	}
	file := filepath.Join(p.Folder, p.step, "job.json")
	if err := put(file, manifest, 0o666); err != nil {
		return err
	}
	if _, err := run(ctx, "", "kubectl", "apply", "-f", file); err != nil {
		return err
	}
	name := k.name(p)
	remove := []string{"kubectl", "delete", "job", name, "--ignore-not-found", "--wait=false"}
	kubectl := func(args ...string) (string, error) {
		return run(context.Background(), "", "kubectl", args...)
	}
	err = awaitTasks(ctx, p, says, func() ([]task, bool, error) {
		job, err := kubectl("get", "job", name, "-o", jobOver)
		pods, err2 := kubectl("get", "pods", "--selector=job-name="+name, "-o", podState)
		over := strings.Contains(job, "Complete") || strings.Contains(job, "Failed")
		return tasksOf(pods), over, errors.Join(err, err2)
	}, remove...)
	if ctx.Err() == nil {
		_, err2 := kubectl(remove[1:]...)
		err = errors.Join(err, err2)
	}
	return err
}

// What kubectl is asked: whether the job is over, and for each of its pods the phase, the machine,
// why it waits or has ended, and the exit code.
const (
	jobOver  = `jsonpath={.status.conditions[?(@.status=="True")].type}`
	podState = `jsonpath={range .items[*]}{.status.phase}|{.spec.nodeName}|` +
		`{.status.containerStatuses[*].state.*.reason}` +
		`{.status.conditions[?(@.reason=="Unschedulable")].message}|` +
		`{.status.containerStatuses[*].state.terminated.exitCode}|{"\n"}{end}`
)
