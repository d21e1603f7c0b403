package farm

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/job.json; then make references ARGS=farm")

// The manifest is the one that was held against the published schemas.
func TestManifest(t *testing.T) {
	p := Program{Name: "gibbslab-a_study", Folder: "/shared/it's here/a_study-1", Parts: []int{0, 2},
		command: []string{"/shared/program", "-v"}, variables: []string{"A=$(b)"}, dir: "/home/me",
		step: "pieces"}
	manifest, err := Kubernetes{Image: "debian:12", Claim: "shared", Mount: "/shared", Parallel: 1,
		CPU: "2", Memory: "4Gi"}.Manifest(p)
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/job.json"
	if *update {
		os.WriteFile(golden, manifest, 0o666)
	}
	var valid struct{ SHA256 string }
	text, err := os.ReadFile("testdata/kubernetes.json")
	if err == nil {
		err = json.Unmarshal(text, &valid)
	}
	if err != nil || valid.SHA256 != fmt.Sprintf("%x", sha256.Sum256(manifest)) {
		t.Errorf("this manifest was not validated: run go test ./sampler/farm -run Manifest -update, "+
			"and make references ARGS=farm: %v\n%s", err, manifest)
	}
}

// kubectl is played by a script: it says what the real one printed, with these arguments, about a
// list of pods. The driver hears where the parts are and why they wait; a code of 73 is a machine
// that does not see the folder.
func TestKubernetesSays(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\necho \"$@\" >>" + dir + `/asked
case "$2 $3" in
"job "*) echo Complete ;;
"pods "*) echo 'Running|n1|||
Pending|n2|ImagePullBackOff||
Pending||0/3 nodes are available: 3 Insufficient memory.||
Failed|n3|Error|73|' ;;
esac
`
	if err := os.WriteFile(filepath.Join(dir, "kubectl"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	said := ""
	err := Kubernetes{Image: "debian:12", Claim: "c"}.Run(context.Background(),
		Program{Folder: dir, Parts: []int{0, 1}}, func(s string) { said = s })
	if err == nil || !strings.Contains(err.Error(), "n3 does not see the folder") {
		t.Error(err)
	}
	const want = "1 failed (n3: Error); 2 pending (n2: ImagePullBackOff, 0/3 nodes are available: " +
		"3 Insufficient memory.); 1 running (n1)"
	if said != want {
		t.Errorf("said %q", said)
	}
	asked, _ := os.ReadFile(filepath.Join(dir, "asked"))
	for _, words := range []string{"apply -f", "delete job"} {
		if !strings.Contains(string(asked), words) {
			t.Errorf("no %q in %s", words, asked)
		}
	}
}
